import { z } from 'zod'
import { call, entry, read, scope, time } from './entry.ts'
import { event } from './event.ts'
import { upstreamName } from './config.ts'
import { entryId } from './ids.ts'
import { readParams, readResult } from './reading.ts'

/**
 * Every operation of the public API, once. The daemon's routes, `openapi.json`, the CLI's client and the
 * renderer's client are all made from this table, so a name or a field is written in one place only.
 *
 * `access`: `public` needs no token, `client` takes a client's token (which sees only its own) or the
 * admin's, `admin` takes the admin's alone. A `:name` in a path is a field of the input.
 */
type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
type Access = 'public' | 'client' | 'admin'

interface Operation<I extends z.ZodType, O extends z.ZodType> {
  readonly method: Method
  readonly path: string
  readonly access: Access
  readonly summary: string
  readonly input: I
  readonly output: O
}

const operation = <I extends z.ZodType, O extends z.ZodType>(definition: Operation<I, O>) => definition

/** Query strings carry text; these read them as what they mean. */
const flag = z.union([z.boolean(), z.stringbool()])
const number = z.coerce.number().int()
const limit = number.min(1).max(1_000)

/** Lists go on with `nextCursor` until it is null. */
const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable(), total: z.int() })

const jsonType = z.enum(['object', 'array', 'string', 'number', 'boolean', 'null'])

/** The orders that a list of entries comes in; a minus turns one round where it has no word of its own. */
export const entrySort = z.enum([
  'newest',
  'oldest',
  'largest',
  'smallest',
  'used',
  'unused',
  'name',
  '-name',
  'tool',
  '-tool',
  'kind',
  '-kind',
  'expiring',
  '-expiring',
])
export type EntrySort = z.infer<typeof entrySort>

export const offloadFields = z.object({
  tool: z.string().min(1).max(256),
  mime: z.string().max(256).optional(),
  arguments: z.unknown().optional(),
  session: z.string().max(256).optional(),
  turn: z.string().max(256).optional(),
  step: number.positive().optional(),
  name: z.string().optional(),
  ttlSeconds: number.positive().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  /** Store it whatever its size. */
  force: flag.optional(),
})
export const offloadInput = offloadFields.extend({
  content: z.string().optional(),
  contentBase64: z.base64().optional(),
})
export type OffloadInput = z.infer<typeof offloadInput>

/** M2's form of a stored result: what an agent runtime puts in the history in place of the observation. */
export const observation = z.looseObject({
  ok: z.boolean(),
  scratchpad_id: z.string(),
  size_bytes: z.int(),
  kind: z.enum(['text', 'binary']),
  summary: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  _note: z.string(),
})
export type Observation = z.infer<typeof observation>

export const offloadResult = z.object({
  offloaded: z.boolean(),
  /** What goes into the agent's context. */
  text: z.string(),
  entry: entry.optional(),
  observation: observation.optional(),
})
export type OffloadResult = z.infer<typeof offloadResult>

export const tokenTotals = z.object({ raw: z.int(), delivered: z.int(), reread: z.int(), net: z.int() })

export const stats = z.object({
  entries: z.int(),
  blobs: z.int(),
  /** What the live entries hold, each delivery counted. */
  bytesRaw: z.int(),
  /** What they take on disk: once per hash, compressed. */
  bytesStored: z.int(),
  maxBytes: z.int(),
  dedupHits: z.int(),
  dedupBytes: z.int(),
  calls: z.int(),
  offloads: z.int(),
  inline: z.int(),
  failOpen: z.int(),
  reads: z.int(),
  /** `net` is `raw - delivered - reread`: what stayed out of contexts (N6). */
  tokens: tokenTotals,
  oldest: time.nullable(),
  newest: time.nullable(),
  byTool: z.array(
    z.object({
      tool: z.string(),
      calls: z.int(),
      offloads: z.int(),
      entries: z.int(),
      bytes: z.int(),
      tokens: tokenTotals,
    }),
  ),
})
export type Stats = z.infer<typeof stats>

/** Milliseconds that half of the calls took at most, and 95 of 100; to within 1 %. Null without calls. */
const paces = z.object({ p50: z.number(), p95: z.number() }).nullable()

const usage = z.object({
  calls: z.int(),
  offloads: z.int(),
  inline: z.int(),
  failOpen: z.int(),
  /** Contents given to be stored and their bytes, those included that were stored already: the dedup hits. */
  entries: z.int(),
  bytes: z.int(),
  dedupHits: z.int(),
  dedupBytes: z.int(),
  reads: z.int(),
  tokens: tokenTotals,
})
export type Usage = z.infer<typeof usage>

export const statsSeries = z.object({
  /** When the first bucket begins. */
  from: time,
  /** Whole minutes, or quarters of an hour. */
  bucketSeconds: z.int(),
  items: z.array(
    usage.extend({
      time,
      durationMs: paces,
      /** What all contents took on disk at the bucket's end; null before it was first noted, and for a client. */
      bytesStored: z.int().nullable(),
    }),
  ),
  /** The sums of `items`. */
  totals: usage.extend({ durationMs: paces }),
  byTool: z.array(usage.extend({ tool: z.string(), durationMs: paces })),
  /** The sessions with the most tokens, 100 at most, of so many. */
  bySession: z.array(
    usage.extend({ session: z.string(), clientName: z.string(), projectPath: z.string().nullable() }),
  ),
  sessions: z.int(),
})
export type StatsSeries = z.infer<typeof statsSeries>

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
})
export type Session = z.infer<typeof session>

export const turn = z.object({
  id: z.string(),
  session: z.string(),
  number: z.int(),
  prompt: z.string().nullable(),
  explicit: z.boolean(),
  startedAt: time,
  endedAt: time.nullable(),
  calls: z.int(),
})
export type Turn = z.infer<typeof turn>

export const upstreamStatus = z.object({
  name: z.string(),
  transport: z.enum(['stdio', 'http']),
  state: z.enum(['disabled', 'idle', 'starting', 'ready', 'failed']),
  /** Why it failed, in a sentence. */
  error: z.string().nullable(),
  /** How many agents may use; null before the first time. */
  tools: z.int().nullable(),
  /** As configured: names or globs. */
  disabledTools: z.array(z.string()).default([]),
  instances: z.int(),
  calls: z.int(),
  errors: z.int(),
  /** Milliseconds, over the last calls since the daemon started; null before the first. */
  latency: z.object({ p50: z.number(), p95: z.number() }).nullable().default(null),
})
export type UpstreamStatus = z.infer<typeof upstreamStatus>

export const offeredTool = z.object({
  /** As its server calls it. */
  name: z.string(),
  /** As agents see it on `/mcp`. */
  publicName: z.string(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  enabled: z.boolean(),
  /** What its definition costs each context that it is listed to. */
  tokens: z.int(),
})
export type OfferedTool = z.infer<typeof offeredTool>

/** What is taken of the calls that pass. */
export const capture = z.object({
  /** Nothing is. */
  paused: z.boolean(),
  /** Globs on `server.tool` that are left out, also while all else is taken. */
  exclude: z.array(z.string()),
})

/** Everything where neither is given; a tool alone is a glob on `server.tool`. */
const captured = z.strictObject({
  server: upstreamName.optional(),
  tool: z.string().min(1).max(256).optional(),
})

export const client = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: time,
  lastSeenAt: time.nullable(),
})
export type Client = z.infer<typeof client>

const settings = z.object({
  path: z.string(),
  /** What is set, as it was written, of the last file that could be taken. */
  config: z.record(z.string(), z.unknown()),
  /** What is in force: defaults and the preset filled in. */
  effective: z.record(z.string(), z.unknown()),
  /** The file as it is now, comments and faults too. */
  text: z.string(),
  /** Why the file as it is now could not be taken. */
  fault: z.string().nullable(),
})

/** Strict: a misspelt `dryRun` must never delete anything. */
export const pruneInput = z.strictObject({
  dryRun: z.boolean().default(false),
  olderThanSeconds: z.int().min(0).optional(),
  session: z.string().optional(),
  tool: z.string().optional(),
  maxBytes: z.int().min(0).optional(),
  all: z.boolean().optional(),
})
export const pruneResult = z.object({
  entries: z.int(),
  blobs: z.int(),
  freedBytes: z.int(),
  ids: z.array(z.string()),
})
export type PruneResult = z.infer<typeof pruneResult>

/** Strict, as a prune is; and nobody wipes without having said so. */
export const wipeInput = z.strictObject({
  dryRun: z.boolean().default(false),
  /** Must be `wipe`, unless it is a dry run. */
  confirm: z.string().optional(),
  /** Revokes every client too. */
  clients: z.boolean().default(false),
  /** Takes the configuration back to nothing too. */
  config: z.boolean().default(false),
})
export const wipeResult = z.object({
  entries: z.int(),
  notes: z.int(),
  blobs: z.int(),
  calls: z.int(),
  turns: z.int(),
  sessions: z.int(),
  events: z.int(),
  clients: z.int(),
  /** Of the database, its log and copies, the search index and the log files. */
  bytesBefore: z.int(),
  bytesAfter: z.int(),
})
export type WipeResult = z.infer<typeof wipeResult>

/** Whose notes: of a folder (the caller's by default) and of a session. */
const noteWhere = z.object({
  project: z.string().max(4_096).optional(),
  session: z.string().max(256).optional(),
})

export const contract = {
  health: operation({
    method: 'GET',
    path: '/health',
    access: 'public',
    summary: 'Whether the daemon is well; with a challenge, proof that it holds the admin token.',
    input: z.object({ challenge: z.string().max(256).optional() }),
    output: z.object({
      name: z.string(),
      version: z.string(),
      status: z.literal('ok'),
      /** `partly`: some servers or tools are left out. Absent from a daemon of an earlier version. */
      capture: z.enum(['on', 'partly', 'paused']).optional(),
      proof: z.string().optional(),
    }),
  }),
  login: operation({
    method: 'POST',
    path: '/login',
    access: 'public',
    summary: 'Exchanges a single-use code for a cookie and the key that goes with it.',
    input: z.object({ code: z.string().min(1).max(256) }),
    output: z.object({ key: z.string() }),
  }),
  createLoginCode: operation({
    method: 'POST',
    path: '/login-codes',
    access: 'admin',
    summary: 'Makes a single-use login code, valid for ten minutes.',
    input: z.object({}),
    output: z.object({ code: z.string(), url: z.string(), expiresAt: time }),
  }),
  offload: operation({
    method: 'POST',
    path: '/offload',
    access: 'client',
    summary:
      'Applies the policy to a tool result: stores a large one and gives back what goes into the context.',
    input: offloadInput,
    output: offloadResult,
  }),
  listEntries: operation({
    method: 'GET',
    path: '/entries',
    access: 'client',
    summary: 'Entries without their content, newest first unless sorted otherwise.',
    input: z.object({
      session: z.string().optional(),
      tool: z.string().optional(),
      kind: z.string().optional(),
      q: z.string().max(256).optional(),
      pinned: flag.optional(),
      /** As it is typed in the app: `tool:fs.* >100KB is:pinned`; all its conditions must hold. */
      filter: z.string().max(1_024).optional(),
      sort: entrySort.default('newest'),
      cursor: z.string().optional(),
      limit: limit.default(50),
    }),
    output: page(entry).extend({
      damaged: z.array(z.object({ id: z.string(), reason: z.string() })).optional(),
    }),
  }),
  entryGroups: operation({
    method: 'GET',
    path: '/entry-groups',
    access: 'client',
    summary: 'What the stored entries take, by tool, kind or session, the largest first.',
    input: z.object({
      by: z.enum(['tool', 'kind', 'session']).default('tool'),
      filter: z.string().max(1_024).optional(),
      limit: limit.default(100),
    }),
    output: z.object({
      items: z.array(z.object({ key: z.string(), entries: z.int(), bytes: z.int() })),
      /** Of all groups, those too that are beyond the limit. */
      groups: z.int(),
      entries: z.int(),
      bytes: z.int(),
    }),
  }),
  getEntry: operation({
    method: 'GET',
    path: '/entries/:id',
    access: 'client',
    summary: 'One entry with the calls and reads that touched it.',
    input: z.object({ id: z.string() }),
    output: entry.extend({
      calls: z.array(call),
      reads: z.array(read),
      /** The characters of the content that the preview shows verbatim, half-open, in order: for the coverage map. */
      previewSpans: z.array(z.tuple([z.int(), z.int()])),
      /** The text that the agent got in place of the content: reference and preview. */
      deliveredText: z.string().nullable(),
    }),
  }),
  readEntry: operation({
    method: 'POST',
    path: '/entries/:id/read',
    access: 'client',
    summary: 'A slice of an entry.',
    input: readParams.extend({ id: z.string() }),
    output: readResult,
  }),
  listCoverage: operation({
    method: 'GET',
    path: '/coverage',
    access: 'client',
    summary: 'How much agents have seen of some entries, through the preview and through reads.',
    input: z.object({
      /** Entry ids with commas between them, a hundred at most. */
      ids: z.string().regex(/^e_\w+(,e_\w+){0,99}$/),
    }),
    output: z.object({
      items: z.array(
        z.object({
          id: entryId,
          /** Half-open, in thousandths of the entry, in order. */
          preview: z.array(z.tuple([z.int(), z.int()])),
          reads: z.array(z.tuple([z.int(), z.int()])),
        }),
      ),
    }),
  }),
  outlineEntry: operation({
    method: 'GET',
    path: '/entries/:id/outline',
    access: 'client',
    summary:
      'The members of one object or array in a JSON entry, each with its type, its size and the characters it takes.',
    input: z.object({
      id: z.string(),
      /** The character at which the object or array begins; that of the whole where it is left out. */
      start: number.min(0).optional(),
      cursor: z.string().max(256).optional(),
      limit: limit.default(200),
    }),
    output: z.object({
      /** Of the value itself; NDJSON is an array of its lines. */
      type: jsonType,
      items: z.array(
        z.object({
          key: z.string().nullable(),
          index: z.int(),
          type: jsonType,
          /** Members of an object or array; null for anything else. */
          count: z.int().nullable(),
          /** Its JSON as it is written, cut after some 160 bytes. */
          source: z.string(),
          cut: z.boolean(),
          /** The characters of the entry that it takes, half-open. */
          span: z.tuple([z.int(), z.int()]),
        }),
      ),
      /** All members, known with the last page. */
      count: z.int().nullable(),
      nextCursor: z.string().nullable(),
    }),
  }),
  search: operation({
    method: 'GET',
    path: '/search',
    access: 'client',
    summary:
      'The best lines of the entries that have all of some words, or that a regular expression matches.',
    input: z.object({
      /** Plain words; each is found at the beginning of a word, in any case. */
      q: z.string().max(4_096).optional(),
      pattern: z.string().max(4_096).optional(),
      session: z.string().optional(),
      limit: number.min(1).max(100).default(10),
      /** At most so many lines of each entry. */
      lines: number.min(1).max(50).default(3),
    }),
    output: z.object({
      items: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          tool: z.string(),
          kind: z.string(),
          /** Matching lines in all; `text` has the first of them as `N:text`. */
          matches: z.int(),
          text: z.string(),
        }),
      ),
      /** How many entries were looked into, of how many that could match. */
      searched: z.int(),
      of: z.int(),
      /** Entries whose words are not all in the index yet, so that words in them may be missed. */
      unindexed: z.int(),
    }),
  }),
  updateEntry: operation({
    method: 'PATCH',
    path: '/entries/:id',
    access: 'client',
    summary: 'Pins, renames or changes the life of an entry.',
    input: z.strictObject({
      id: entryId,
      pinned: z.boolean().optional(),
      name: z.string().optional(),
      ttlSeconds: z.int().positive().optional(),
    }),
    output: entry,
  }),
  deleteEntry: operation({
    method: 'DELETE',
    path: '/entries/:id',
    access: 'client',
    summary: 'Removes an entry, and its bytes where nothing else holds them.',
    input: z.object({ id: entryId }),
    output: pruneResult,
  }),
  getCall: operation({
    method: 'GET',
    path: '/calls/:id',
    access: 'client',
    summary:
      'One recorded call: arguments, result and what was delivered; strings over 1 MiB are named, not repeated.',
    input: z.object({ id: z.string() }),
    output: call.extend({
      delivered: z.unknown(),
      result: z.unknown(),
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
  stats: operation({
    method: 'GET',
    path: '/stats',
    access: 'client',
    summary: 'Sizes, counts and tokens saved.',
    input: z.object({ session: z.string().optional() }),
    output: stats,
  }),
  statsSeries: operation({
    method: 'GET',
    path: '/stats/series',
    access: 'client',
    summary: 'Calls, tokens, durations and sizes over time, in equal buckets, and per tool and session.',
    input: z.object({
      seconds: number.min(60).max(31_536_000).default(86_400),
      /** From the first call on, in place of the last `seconds`. */
      all: flag.optional(),
      buckets: number.min(2).max(500).default(48),
      /** Only of the tool with this public name. */
      tool: z.string().max(256).optional(),
    }),
    output: statsSeries,
  }),
  prune: operation({
    method: 'POST',
    path: '/prune',
    access: 'client',
    summary: 'Removes entries; a dry run names the same rows and bytes and removes nothing.',
    input: pruneInput,
    output: pruneResult,
  }),
  wipe: operation({
    method: 'POST',
    path: '/wipe',
    access: 'admin',
    summary:
      'Removes everything that was stored or recorded, pinned or not, and gives its room back to the disk.',
    input: wipeInput,
    output: wipeResult,
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
    summary: 'One turn with its calls in order.',
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
  listNotes: operation({
    method: 'GET',
    path: '/notes',
    access: 'client',
    summary: 'Notes of a project and of a session, by name.',
    input: noteWhere,
    output: z.object({ items: z.array(entry) }),
  }),
  getNote: operation({
    method: 'GET',
    path: '/notes/:name',
    access: 'client',
    summary: 'One note with its text.',
    input: noteWhere.extend({ name: z.string(), scope: scope.optional() }),
    output: entry.extend({ content: z.string() }),
  }),
  putNote: operation({
    method: 'PUT',
    path: '/notes/:name',
    access: 'client',
    summary:
      'Writes a note; `ifVersion` makes it compare-and-set, `lease` keeps other sessions from writing it meanwhile.',
    input: noteWhere.extend({
      name: z.string(),
      content: z.string(),
      scope: scope.optional(),
      ifVersion: z.int().min(0).optional(),
      lease: z.int().min(0).max(86_400).optional(),
      ttlSeconds: z.int().positive().optional(),
    }),
    output: entry,
  }),
  deleteNote: operation({
    method: 'DELETE',
    path: '/notes/:name',
    access: 'client',
    summary: 'Removes a note; `ifVersion` only while it is that version.',
    input: noteWhere.extend({
      name: z.string(),
      scope: scope.optional(),
      ifVersion: number.positive().optional(),
    }),
    output: pruneResult,
  }),
  resolve: operation({
    method: 'POST',
    path: '/resolve',
    access: 'client',
    summary: 'Replaces references in a value by what is stored, as the gateway does with arguments.',
    input: z.object({
      session: z.string().max(256).optional(),
      turn: z.string().max(256).optional(),
      value: z.unknown(),
    }),
    output: z.object({
      value: z.unknown(),
      resolved: z.array(z.object({ reference: z.string(), entry: z.string().nullable(), bytes: z.int() })),
    }),
  }),
  listConfirmations: operation({
    method: 'GET',
    path: '/confirmations',
    access: 'admin',
    summary: 'Calls with references that wait for a person.',
    input: z.object({}),
    output: z.object({
      items: z.array(
        z.object({
          id: z.string(),
          server: z.string(),
          tool: z.string(),
          references: z.array(z.string()),
          askedAt: time,
        }),
      ),
    }),
  }),
  answerConfirmation: operation({
    method: 'POST',
    path: '/confirmations/:id',
    access: 'admin',
    summary: 'Lets a waiting call go on, or refuses it.',
    input: z.object({ id: z.string(), allow: z.boolean() }),
    output: z.object({ id: z.string(), allowed: z.boolean() }),
  }),
  listUpstreams: operation({
    method: 'GET',
    path: '/upstreams',
    access: 'admin',
    summary: 'The MCP servers behind the gateway and how they are.',
    input: z.object({}),
    output: z.object({ items: z.array(upstreamStatus) }),
  }),
  restartUpstream: operation({
    method: 'POST',
    path: '/upstreams/:name/restart',
    access: 'admin',
    summary: 'Ends the instances of an upstream; the next call starts a new one.',
    input: z.object({ name: z.string() }),
    output: upstreamStatus,
  }),
  listUpstreamTools: operation({
    method: 'GET',
    path: '/upstreams/:name/tools',
    access: 'admin',
    summary: 'The tools of a server as last heard of, those that are switched off too.',
    input: z.object({ name: z.string() }),
    output: z.object({
      items: z.array(offeredTool),
      /** False: it has not been asked yet. */
      known: z.boolean(),
    }),
  }),
  getUpstreamLog: operation({
    method: 'GET',
    path: '/upstreams/:name/log',
    access: 'admin',
    summary: 'The end of what a stdio server wrote to stderr, 64 KiB at most.',
    input: z.object({ name: z.string() }),
    output: z.object({ text: z.string() }),
  }),
  updateUpstream: operation({
    method: 'PATCH',
    path: '/upstreams/:name',
    access: 'admin',
    summary: 'Switches a server, or some of its tools, on or off, in the configuration file.',
    input: z.strictObject({
      name: z.string(),
      enabled: z.boolean().optional(),
      /** By the tool's own name. */
      tools: z.record(z.string().min(1).max(256), z.boolean()).optional(),
    }),
    output: upstreamStatus,
  }),
  getCapture: operation({
    method: 'GET',
    path: '/capture',
    access: 'admin',
    summary: 'Whether capture is paused, and what is left out.',
    input: z.object({}),
    output: capture,
  }),
  pauseCapture: operation({
    method: 'POST',
    path: '/capture/pause',
    access: 'admin',
    summary: 'Pauses all capture, or leaves a server or tools out: their results pass whole and unrecorded.',
    input: captured,
    output: capture,
  }),
  resumeCapture: operation({
    method: 'POST',
    path: '/capture/resume',
    access: 'admin',
    summary: 'Ends the pause of all capture, or takes a server or tools in again.',
    input: captured,
    output: capture,
  }),
  getConfig: operation({
    method: 'GET',
    path: '/config',
    access: 'admin',
    summary: 'The configuration in force, with the fault of a newer file that could not be taken.',
    input: z.object({}),
    output: settings,
  }),
  putConfig: operation({
    method: 'PUT',
    path: '/config',
    access: 'admin',
    summary: 'Writes the configuration file.',
    input: z.object({ config: z.record(z.string(), z.unknown()) }),
    output: settings,
  }),
  editConfig: operation({
    method: 'PATCH',
    path: '/config',
    access: 'admin',
    summary:
      'Changes single values of the configuration file; the rest stays as it was written, comments too.',
    input: z.strictObject({
      changes: z
        .array(
          z.strictObject({
            path: z.array(z.string()).min(1).max(8),
            /** Left out: the default again. */
            value: z.unknown().optional(),
          }),
        )
        .min(1)
        .max(100),
    }),
    output: settings,
  }),
  writeConfigText: operation({
    method: 'PUT',
    path: '/config/text',
    access: 'admin',
    summary: 'Writes the configuration file as text, unless it is wrong or was changed since `was` was read.',
    input: z.strictObject({ text: z.string().max(1_048_576), was: z.string().max(1_048_576) }),
    output: settings,
  }),
  listConnectable: operation({
    method: 'GET',
    path: '/connectable',
    access: 'admin',
    summary:
      'The MCP clients on this machine, each with the exact change to its file that connecting it would make.',
    input: z.object({}),
    output: z.object({
      items: z.array(
        z.object({
          client: z.string(),
          title: z.string(),
          file: z.string(),
          /** `refused`: its file is malformed or read-only, or it has to be connected from a terminal. */
          state: z.enum(['open', 'connected', 'refused']),
          /** A unified diff; tokens are masked. */
          change: z.string(),
          /** Stands for this very change. */
          plan: z.string().nullable(),
          reason: z.string().nullable(),
        }),
      ),
    }),
  }),
  connectClient: operation({
    method: 'POST',
    path: '/connectable/:client',
    access: 'admin',
    summary: 'Makes the change that was shown, with a backup; refused where the file was changed meanwhile.',
    input: z.strictObject({ client: z.string().max(64), plan: z.string().max(128) }),
    output: z.object({ client: z.string(), file: z.string() }),
  }),
  listClients: operation({
    method: 'GET',
    path: '/clients',
    access: 'admin',
    summary: 'The programs that have a token of their own.',
    input: z.object({}),
    output: z.object({ items: z.array(client) }),
  }),
  createClient: operation({
    method: 'POST',
    path: '/clients',
    access: 'admin',
    summary: 'Makes a client and its token, which is shown this once.',
    input: z.object({ name: z.string().min(1).max(100) }),
    output: z.object({ id: z.string(), name: z.string(), token: z.string() }),
  }),
  rotateClient: operation({
    method: 'POST',
    path: '/clients/:id/rotate',
    access: 'admin',
    summary: 'Gives a client a new token; the old one stops working at once.',
    input: z.object({ id: z.string() }),
    output: z.object({ id: z.string(), name: z.string(), token: z.string() }),
  }),
  deleteClient: operation({
    method: 'DELETE',
    path: '/clients/:id',
    access: 'admin',
    summary: 'Revokes a client: its token stops working at once.',
    input: z.object({ id: z.string() }),
    output: z.object({ id: z.string() }),
  }),
} as const

export type Contract = typeof contract
export type OperationName = keyof Contract
/** What a caller passes: defaults may be left out. */
export type OperationInput<N extends OperationName> = z.input<Contract[N]['input']>
/** What an operation receives: validated, defaults filled in. */
export type OperationArgs<N extends OperationName> = z.output<Contract[N]['input']>
export type OperationOutput<N extends OperationName> = z.output<Contract[N]['output']>
