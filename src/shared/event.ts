import { z } from 'zod'
import { time } from './entry.ts'
import { EVENT_TYPES } from './event-types.ts'

export type { EventType } from './event-types.ts'

export const eventType = z.enum(EVENT_TYPES)

/**
 * One line of the timeline. Events are written in the transaction that they tell of and published after it.
 * `seq` has no gaps but those that retention pruned.
 */
export const event = z.object({
  seq: z.int().positive(),
  time,
  type: eventType,
  session: z.string().nullable(),
  turn: z.string().nullable(),
  step: z.int().nullable(),
  entry: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
})
export type Event = z.infer<typeof event>

const callData = z.object({
  call: z.string(),
  server: z.string().nullable(),
  tool: z.string(),
  turnNumber: z.int(),
  isError: z.boolean(),
  durationMs: z.number(),
  rawBytes: z.int(),
  deliveredBytes: z.int(),
  /** Estimates until `call.tokens` arrives for the same call, unless they say whether they are exact. */
  tokensRaw: z.int(),
  tokensDelivered: z.int(),
  tokensExact: z.boolean().optional(),
  /** What was replaced before anything was stored, where something was. */
  redactions: z.object({ count: z.int(), rules: z.array(z.string()) }).optional(),
})

/** `data` of `call.offloaded`; `entries` has one item per stored block, the first is the event's `entry`. */
export const offloadData = callData.extend({
  entries: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: z.string(),
      sha256: z.string(),
      bytes: z.int(),
      lines: z.int().nullable(),
      /** The bytes were in the store already, so nothing was written for them. */
      dedup: z.boolean(),
    }),
  ),
})
export type OffloadData = z.infer<typeof offloadData>

export const inlineData = callData
export type InlineData = z.infer<typeof inlineData>

export const failOpenData = callData.extend({ reason: z.string() })
export type FailOpenData = z.infer<typeof failOpenData>

/** `reason` is the client's, where it gave one; there are no bytes and no tokens. */
export const cancelledData = callData.extend({ reason: z.string() })

export const tokensData = z.object({
  call: z.string(),
  tokensRaw: z.int(),
  tokensDelivered: z.int(),
  tokensExact: z.boolean(),
})
export type TokensData = z.infer<typeof tokensData>

export const readData = z.object({
  /** Names the read, for the exact count that follows. */
  read: z.int(),
  name: z.string(),
  mode: z.string(),
  /** How the read is written on one line: `grep "ERROR|FATAL"`, `lines 10–20`. */
  label: z.string(),
  unit: z.string(),
  start: z.int(),
  end: z.int(),
  bytes: z.int(),
  /** An estimate until `read.tokens` arrives for the same read. */
  tokens: z.int(),
  durationMs: z.number(),
})
export type ReadData = z.infer<typeof readData>

export const summaryData = z.object({
  name: z.string(),
  summary: z.string().nullable(),
  /** Why there is none. */
  error: z.string().nullable(),
  durationMs: z.number(),
})
export type SummaryData = z.infer<typeof summaryData>

export const noteData = z.object({ name: z.string(), scope: z.string(), version: z.int(), bytes: z.int() })
export type NoteData = z.infer<typeof noteData>

export const resolvedData = z.object({
  /** Null, as the tool: a program asked for the values, to call its tool itself. */
  server: z.string().nullable(),
  tool: z.string().nullable(),
  resolved: z.array(z.object({ reference: z.string(), entry: z.string().nullable(), bytes: z.int() })),
})
export type ResolvedData = z.infer<typeof resolvedData>

export const confirmationData = z.object({
  id: z.string(),
  server: z.string(),
  tool: z.string(),
  references: z.array(z.string()),
  /** Of `confirmation.answered`: null where nobody answered in time. */
  allowed: z.boolean().nullable().optional(),
})
export type ConfirmationData = z.infer<typeof confirmationData>

export const captureData = z.object({ paused: z.boolean(), exclude: z.array(z.string()) })
export type CaptureData = z.infer<typeof captureData>

export const replayData = z.object({
  id: z.string(),
  state: z.enum(['started', 'asked', 'stopped']),
  title: z.string().optional(),
  tool: z.string().optional(),
  outcome: z.enum(['matched', 'missed', 'passed']).optional(),
})

export const readTokensData = z.object({ read: z.int(), tokens: z.int() })
export type ReadTokensData = z.infer<typeof readTokensData>

export const sessionData = z.object({
  client: z.string().nullable(),
  clientName: z.string(),
  project: z.string().nullable(),
  transport: z.string(),
})
export type SessionData = z.infer<typeof sessionData>
export const turnData = z.object({
  number: z.int(),
  prompt: z.string().nullable(),
  /** Absent from events of before turns had one. */
  title: z.string().nullable().default(null),
})
export type TurnData = z.infer<typeof turnData>

/** The event's turn as it is now. */
export const turnUpdatedData = turnData.extend({
  /** What lies in it since: calls by their ids, reads by their numbers. */
  moved: z.object({ calls: z.array(z.string()), reads: z.array(z.int()) }).optional(),
  /** With `moved`: the turns of its session, which are numbered anew. */
  numbers: z.record(z.string(), z.int()).optional(),
})
export type TurnUpdatedData = z.infer<typeof turnUpdatedData>

export const exportedData = z.object({
  /** Of the Spillway that wrote it. */
  version: z.string(),
  what: z.enum(['turn', 'session']),
  redacted: z.boolean(),
  /** How many stretches were replaced, by the name of their rule. */
  redactions: z.record(z.string(), z.int()),
})
export type ExportedData = z.infer<typeof exportedData>
export const importedData = z.object({
  turns: z.int(),
  calls: z.int(),
  entries: z.int(),
  /** Of the contents, as they were. */
  bytes: z.int(),
  redacted: z.boolean(),
})
export type ImportedData = z.infer<typeof importedData>
