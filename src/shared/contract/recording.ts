import { z } from 'zod'
import { call, time } from '../entry.ts'
import { event } from '../event.ts'
import { pruneResult } from './cache.ts'
import { tokenTotals } from './figures.ts'
import { operation, number, limit, page } from './operation.ts'

export const session = z.object({
  id: z.string(),
  client: z.string().nullable(),
  clientName: z.string(),
  project: z.string().nullable(),
  projectPath: z.string().nullable(),
  transport: z.string(),
  startedAt: time,
  lastUsedAt: time,
  turns: z.int(),
  calls: z.int(),
  tokens: tokenTotals,
  /** The session whose calls were made again in this one; null for an agent's own. */
  repeats: z.string().nullable(),
})
export type Session = z.infer<typeof session>

export const turn = z.object({
  id: z.string(),
  session: z.string(),
  /** Its place among the session's turns, from 1. */
  number: z.int(),
  /** What a person calls it. */
  title: z.string().nullable(),
  /** What the user asked for. */
  prompt: z.string().nullable(),
  explicit: z.boolean(),
  startedAt: time,
  endedAt: time.nullable(),
  calls: z.int(),
})
export type Turn = z.infer<typeof turn>

export const recordingOperations = {
  getCall: operation({
    method: 'GET',
    path: '/calls/:id',
    access: 'client',
    summary:
      'One recorded call: arguments, result and what was delivered; strings over 1 MiB are named, not repeated.',
    input: z.object({ id: z.string() }),
    output: call.extend({
      /** The arguments as the server got them, references replaced; null where that is what the agent sent. */
      resolvedArguments: z.unknown(),
      delivered: z.unknown(),
      result: z.unknown(),
      /** JSON-RPC's `{code, message, data}` where the server answered with an error; there is no result then. */
      error: z.unknown(),
      /** What the agent's program calls it: `_meta["spillway/call"]`, or an id that the program sends anyway. */
      clientCall: z.string().nullable(),
      /** The call that this one made again. */
      repeats: z.string().nullable(),
      entries: z.array(z.string()),
      /** Some of the result's bytes were removed, past `recording.ttlSeconds` or by a prune: its hash stands in their place. */
      pruned: z.boolean(),
    }),
  }),
  copyCall: operation({
    method: 'GET',
    path: '/calls/:id/copy',
    access: 'client',
    summary:
      'A recorded call to make again elsewhere: as a `curl` command without a token in it, or as an MCP request.',
    input: z.object({ id: z.string(), as: z.enum(['curl', 'mcp']).default('curl') }),
    output: z.object({ as: z.enum(['curl', 'mcp']), text: z.string() }),
  }),
  findCalls: operation({
    method: 'GET',
    path: '/calls',
    access: 'client',
    summary:
      'Calls that match a filter as it is typed in the app, the last ones before an event; ask again with `nextBefore` until it is null.',
    input: z.object({
      filter: z.string().max(1_024),
      before: number.min(0).optional(),
      limit: limit.default(200),
    }),
    output: z.object({
      /** Oldest first: each as the event that told of it, with the tokens as counted since, and what became of its entries. */
      items: z.array(
        z.object({ event, reads: z.int(), pinned: z.boolean(), gone: z.boolean(), resolved: z.int() }),
      ),
      /** Everything from here on was looked at; null where nothing lies before it. */
      nextBefore: z.int().nullable(),
    }),
  }),
  listEvents: operation({
    method: 'GET',
    path: '/events',
    access: 'client',
    summary:
      'Events after a sequence number, oldest first; with `before`, those just before it; with `at`, those around a moment.',
    input: z.object({
      after: number.min(0).optional(),
      before: number.min(0).optional(),
      at: time.optional(),
      limit: limit.default(200),
    }),
    output: z.object({ items: z.array(event), lastSeq: z.int() }),
  }),
  listSessions: operation({
    method: 'GET',
    path: '/sessions',
    access: 'client',
    summary: 'Sessions, last used first.',
    input: z.object({ cursor: z.string().optional(), limit: limit.default(50) }),
    output: page(session),
  }),
  getSession: operation({
    method: 'GET',
    path: '/sessions/:id',
    access: 'client',
    summary: 'One session with its turns.',
    input: z.object({ id: z.string() }),
    output: session.extend({ turnList: z.array(turn) }),
  }),
  createSession: operation({
    method: 'POST',
    path: '/sessions',
    access: 'client',
    summary: 'Starts a session for a program that has no MCP session of its own.',
    input: z.object({ project: z.string().max(4_096).optional() }),
    output: session,
  }),
  listTurns: operation({
    method: 'GET',
    path: '/turns',
    access: 'client',
    summary: 'Turns, newest first.',
    input: z.object({
      session: z.string().optional(),
      cursor: z.string().optional(),
      limit: limit.default(50),
    }),
    output: page(turn),
  }),
  getTurn: operation({
    method: 'GET',
    path: '/turns/:id',
    access: 'client',
    summary: 'One turn with its calls in order of arrival.',
    input: z.object({ id: z.string() }),
    output: turn.extend({ callList: z.array(call) }),
  }),
  startTurn: operation({
    method: 'POST',
    path: '/turns',
    access: 'client',
    summary: 'Starts a turn in a session and ends the one before it.',
    input: z.object({ session: z.string(), prompt: z.string().max(65_536).optional() }),
    output: turn,
  }),
  deleteSession: operation({
    method: 'DELETE',
    path: '/sessions/:id',
    access: 'client',
    summary: 'Removes what a session stored: its entries and its own notes.',
    input: z.object({ id: z.string() }),
    output: pruneResult,
  }),
}
