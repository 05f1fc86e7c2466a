import type { z } from 'zod'
import { upstreamStatus } from '../../shared/contract/gateway.ts'
import {
  cancelledData,
  captureData,
  failOpenData,
  inlineData,
  noteData,
  offloadData,
  readData,
  readTokensData,
  replayData,
  sessionData,
  summaryData,
  tokensData,
  turnData,
} from '../../shared/event.ts'
import type { Event, EventType } from '../../shared/event.ts'
import { describeCapture } from '../../shared/capture.ts'
import { formatBytes, formatCount } from './format.ts'
import { visible } from './print.ts'

const TYPE_WIDTH = 'retention.pruned'.length

/** An event on one line: local time, sequence number, type and what happened. */
export function formatEvent(event: Event): string {
  const clock = new Date(event.time).toTimeString().slice(0, 8)
  const seq = `#${event.seq}`.padStart(6)
  const told = TELL[event.type]?.(event) ?? tellPlainly(event)
  const line = `${clock}  ${seq}  ${event.type.padEnd(TYPE_WIDTH)}  ${told}`
  return visible(line.replaceAll(/\s*\n\s*/g, ' ').trimEnd())
}

/** Null where the data has another form, as from a daemon of another version. */
type Tell = (event: Event) => string | null

const tell =
  <T extends z.ZodType>(schema: T, words: (data: z.output<T>, event: Event) => string): Tell =>
  (event) => {
    const parsed = schema.safeParse(event.data)
    return parsed.success ? words(parsed.data, event) : null
  }

const TELL: Partial<Record<EventType, Tell>> = {
  'session.started': tell(
    sessionData,
    (data, event) => `${event.session}  ${data.clientName} over ${data.transport}`,
  ),
  'turn.started': tell(turnData, ({ number, prompt }) => `turn ${number}  ${prompt ?? ''}`),
  'call.offloaded': tell(offloadData, (call, { entry }) => {
    const dedup = call.entries.some((stored) => stored.dedup) ? '  (stored before)' : ''
    const redacted = call.redactions ? `  (${call.redactions.count} redacted)` : ''
    return `${toolName(call)}  ${formatBytes(call.rawBytes)} → ${formatBytes(call.deliveredBytes)}  ${entry}${dedup}${redacted}`
  }),
  'call.inline': tell(inlineData, (call) => {
    return `${toolName(call)}  ${formatBytes(call.rawBytes)}${call.isError ? '  error' : ''}`
  }),
  'call.failopen': tell(failOpenData, (call) => {
    return `${toolName(call)}  ${formatBytes(call.rawBytes)} delivered whole: ${call.reason}`
  }),
  'call.cancelled': tell(cancelledData, ({ durationMs, reason, ...call }) => {
    return `${toolName(call)}  after ${Math.round(durationMs)} ms: ${reason}`
  }),
  'call.tokens': tell(tokensData, ({ call, tokensRaw, tokensDelivered }) => {
    return `${call}  ${formatCount(tokensRaw)} → ${formatCount(tokensDelivered)} tokens`
  }),
  'entry.summarised': tell(
    summaryData,
    ({ name, summary, error }) => `${name}  ${summary ?? `no summary: ${error}`}`,
  ),
  'entry.read': tell(readData, ({ name, label, bytes }) => `${name}  ${label}  ${formatBytes(bytes)}`),
  'note.written': tell(noteData, ({ name, scope, version, bytes }) => {
    return `${name}  ${scope} note, version ${version}  ${formatBytes(bytes)}`
  }),
  'read.tokens': tell(readTokensData, ({ tokens }, { entry }) => `${entry}  ${formatCount(tokens)} tokens`),
  'capture.changed': tell(captureData, ({ paused, exclude }) => describeCapture({ paused, exclude })),
  'replay.changed': tell(replayData, ({ id, state, title, tool, outcome }) => {
    return state === 'asked' ? `${id}  ${tool}  ${outcome}` : `${id}  ${state}  ${title ?? ''}`
  }),
  'upstream.state': tell(upstreamStatus, ({ name, state, error }) => `${name}  ${state}  ${error ?? ''}`),
}

const tellPlainly = ({ entry, data }: Event) =>
  [entry ?? '', Object.keys(data).length > 0 ? JSON.stringify(data) : ''].join('  ').trim()

const toolName = ({ server, tool }: { server: string | null; tool: string }) =>
  server === null ? tool : `${server}.${tool}`
