import { z } from 'zod'
import { time } from '../entry.ts'
import { flag, operation } from './operation.ts'

const count = z.int().min(0)

/** A recording that is served as an MCP endpoint, with what agents have asked of it so far. */
const served = z.object({
  id: z.string(),
  /** What is served, for people. */
  title: z.string(),
  session: z.string().nullable(),
  /** Null where a whole session is served. */
  turn: z.string().nullable(),
  /** The `.spillway` file that is served. */
  file: z.string().nullable(),
  /** Full results through the policy of today, in place of the text that was delivered. */
  raw: z.boolean(),
  /** What was not recorded goes to the live servers. */
  passthrough: z.boolean(),
  /** Streamable HTTP, both revisions. */
  url: z.string(),
  startedAt: time,
  tools: count,
  /** Calls in the recording. */
  calls: count,
  /** Recorded calls that no run has asked for. */
  unused: count,
  /** Agents' ways through it: one per MCP session. */
  runs: count,
  matched: count,
  missed: count,
  passed: count,
})
export type ServedReplay = z.infer<typeof served>

const difference = z.object({
  /** Within the arguments: `filter.ids[2]`. */
  path: z.string(),
  /** JSON, shortened; null where there is nothing. */
  recorded: z.string().nullable(),
  given: z.string().nullable(),
})

/** One call that an agent made of a replay. */
const askedCall = z.object({
  at: time,
  /** The session of the run. */
  run: z.string(),
  tool: z.string(),
  /** JSON, shortened. */
  arguments: z.string(),
  outcome: z.enum(['matched', 'missed', 'passed']),
  /** The recorded call that answered, or is nearest to a miss. */
  call: z.string().nullable(),
  /** Why it was missed: no such tool, other arguments, every recorded answer given already, or its bytes are gone. */
  why: z.enum(['tool', 'arguments', 'used up', 'gone']).nullable(),
  /** From the nearest recorded call. */
  differences: z.array(difference),
})
export type AskedCall = z.infer<typeof askedCall>

const report = served.extend({
  /** For the endpoint alone; good until the replay is stopped. */
  token: z.string(),
  /** The last 1,000, oldest first. */
  asked: z.array(askedCall),
  /** The first 1,000. */
  unusedCalls: z.array(
    z.object({ call: z.string(), tool: z.string(), turn: z.int(), step: z.int(), arguments: z.string() }),
  ),
})
export type ReplayReport = z.infer<typeof report>

export const replayServerOperations = {
  startReplay: operation({
    method: 'POST',
    path: '/replays',
    access: 'client',
    summary: 'Serves a recorded turn or session as an MCP endpoint that answers calls as they were answered.',
    input: z.strictObject({
      turn: z.string().max(256).optional(),
      session: z.string().max(256).optional(),
      raw: flag.default(false),
      passthrough: flag.default(false),
    }),
    output: report,
  }),
  listReplays: operation({
    method: 'GET',
    path: '/replays',
    access: 'client',
    summary: 'The recordings that are served now.',
    input: z.object({}),
    output: z.object({ items: z.array(served) }),
  }),
  getReplay: operation({
    method: 'GET',
    path: '/replays/:id',
    access: 'client',
    summary:
      'A served recording with its report: which calls matched, which were missed and why, which nobody asked for.',
    input: z.object({ id: z.string() }),
    output: report,
  }),
  stopReplay: operation({
    method: 'DELETE',
    path: '/replays/:id',
    access: 'client',
    summary: 'Ends serving a recording, and gives its last report.',
    input: z.object({ id: z.string() }),
    output: report,
  }),
}
