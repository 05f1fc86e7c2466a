/** All that an event can tell of. Apart from the schemas, so that whoever only compares types need not load them. */
export const EVENT_TYPES = [
  'session.started',
  'turn.started',
  /** A turn was renamed, split or merged: `data` is a `TurnUpdatedData`. */
  'turn.updated',
  /** A step that was stored: `data` is an `OffloadData`. */
  'call.offloaded',
  /** A step that went through unchanged: `data` is an `InlineData`. */
  'call.inline',
  /** Storing failed and the original was delivered: `data` is a `FailOpenData`. */
  'call.failopen',
  /** The client gave the call up before there was a result: see `cancelledData`. */
  'call.cancelled',
  /** Exact token counts of an earlier step: `data` is a `TokensData`. */
  'call.tokens',
  /** A slice was read: `data` is a `ReadData`. */
  'entry.read',
  /** The exact token count of an earlier read: `data` is a `ReadTokensData`. */
  'read.tokens',
  'entry.changed',
  /** The user's summary of an entry, or why there is none: `data` is a `SummaryData`. */
  'entry.summarised',
  /** A note was written: `data` is a `NoteData`. */
  'note.written',
  'entry.deleted',
  'retention.pruned',
  /** Everything was removed, all earlier events too. */
  'store.wiped',
  /** References in a call's arguments were replaced: `data` is a `ResolvedData`. */
  'reference.resolved',
  /** A call with references waits for a person: `data` is a `ConfirmationData`. */
  'confirmation.asked',
  'confirmation.answered',
  'upstream.state',
  'config.changed',
  /** Capture was paused or resumed, for all or for some: `data` is a `CaptureData`. */
  'capture.changed',
  'daemon.started',
  /** Another home wrote this recording: the last event of its file, `data` is an `ExportedData`. */
  'recording.exported',
  /** A recording was taken into this home: `data` is an `ImportedData`. */
  'recording.imported',
  /** A recording is served, was asked for a call, or is served no more: `data` is a `ReplayData`. */
  'replay.changed',
] as const
export type EventType = (typeof EVENT_TYPES)[number]
