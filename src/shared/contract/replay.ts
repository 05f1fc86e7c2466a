import { z } from 'zod'
import { contentKind, time } from '../entry.ts'
import { callId, entryId, sessionId, turnId } from '../ids.ts'
import { tokenTotals } from './figures.ts'
import { number, operation } from './operation.ts'
import { turn } from './recording.ts'

const thousandths = z.array(z.tuple([z.int(), z.int()]))

/** A call as it came into the context, without its bodies. */
const replayCall = z.object({
  kind: z.literal('call'),
  id: callId,
  turn: turnId,
  step: z.int(),
  /** When its result reached the agent; it had been asked for `durationMs` before. */
  at: time,
  durationMs: z.number(),
  server: z.string().nullable(),
  tool: z.string(),
  /** The beginning of the arguments' JSON. */
  arguments: z.string(),
  isError: z.boolean(),
  /** Its client gave it up: nothing of it came into the context. */
  cancelled: z.boolean(),
  rawBytes: z.int(),
  deliveredBytes: z.int(),
  tokens: z.object({
    /** Of the arguments, estimated: nobody counted what the agent wrote. */
    arguments: z.int(),
    /** Of the whole result: what would be in the context without Spillway. */
    raw: z.int(),
    /** Of what the agent got. */
    delivered: z.int(),
  }),
  entries: z.array(entryId),
})

/** A slice of an entry that was read, without its text. */
const replayRead = z.object({
  kind: z.literal('read'),
  /** The number of the read, as in `reads` of its entry. */
  id: z.int(),
  turn: turnId,
  at: time,
  entry: entryId,
  mode: z.string(),
  /** What was looked for: pattern, path or query; null where a place was named. */
  sought: z.string().nullable(),
  unit: z.enum(['chars', 'bytes', 'lines', 'matches', 'rows']),
  start: z.int(),
  end: z.int(),
  tokens: z.int(),
  /** What came back of the entry, half-open, in thousandths of it, in order. */
  spans: thousandths,
})

const replayEntry = z.object({
  id: entryId,
  name: z.string(),
  kind: contentKind,
  bytes: z.int(),
  /** Its bytes were removed since; what is known of them stays. */
  gone: z.boolean(),
  /** What the preview shows of it, half-open, in thousandths of it, in order. */
  preview: thousandths,
  /** What the session had read of it before the first of these turns, likewise. */
  earlier: thousandths,
})

const replayStep = z.discriminatedUnion('kind', [replayCall, replayRead])
export type ReplayStep = z.infer<typeof replayStep>
export type ReplayCall = z.infer<typeof replayCall>
export type ReplayRead = z.infer<typeof replayRead>
export type ReplayEntry = z.infer<typeof replayEntry>

const sums = z.object({ calls: z.int(), reads: z.int(), tokens: tokenTotals })

const replay = z.object({
  session: sessionId,
  clientName: z.string(),
  projectPath: z.string().nullable(),
  /** The turns that are replayed, in order; `tokens` of the prompt are an estimate. */
  turns: z.array(turn.extend({ promptTokens: z.int() })),
  /** What the turns of the session before the first of these left in the context. */
  before: sums.extend({ turns: z.int() }),
  /** Of all steps, also where not all are given. */
  sums,
  /** In the order in which they reached the agent. */
  steps: z.array(replayStep),
  /** What the steps stored and read. */
  entries: z.array(replayEntry),
})
export type Replay = z.infer<typeof replay>

const side = z.object({ turn: replay.shape.turns.element.nullable(), sums, clientName: z.string() })

/** Two steps that belong together; null where only one turn has it. */
const comparedSteps = z.object({
  left: replayStep.nullable(),
  right: replayStep.nullable(),
  /** What is not the same in both; empty where all is, null where one stands alone. */
  differs: z.array(z.enum(['arguments', 'result'])).nullable(),
})
export type ComparedSteps = z.infer<typeof comparedSteps>

/** Light, but a page must still hold it. */
const steps = number.min(1).max(20_000).default(10_000)

export const replayOperations = {
  replayTurn: operation({
    method: 'GET',
    path: '/turns/:id/replay',
    access: 'client',
    summary:
      'What came into the context in one turn, in order: calls and reads with their sizes, without bodies.',
    input: z.object({ id: z.string(), limit: steps }),
    output: replay,
  }),
  compareTurns: operation({
    method: 'GET',
    path: '/turns/:id/compare',
    access: 'client',
    summary:
      'Two turns step by step beside each other, by tool and order: what is the same, changed, or in one alone.',
    input: z.object({ id: z.string(), with: z.string() }),
    output: z.object({ left: side, right: side, rows: z.array(comparedSteps) }),
  }),
  replaySession: operation({
    method: 'GET',
    path: '/sessions/:id/replay',
    access: 'client',
    summary: 'The same over all turns of a session.',
    input: z.object({ id: z.string(), limit: steps }),
    output: replay,
  }),
}
