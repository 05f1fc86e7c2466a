import { z } from 'zod'
import { callId, clientId, entryId, projectId, sessionId, turnId } from './ids.ts'

const count = z.int().min(0)
export const time = z.iso.datetime()
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** What kind of content a preview was made for; sniffed from the bytes, never taken from the tool. */
export const contentKind = z.enum([
  'json',
  'ndjson',
  'csv',
  'log',
  'tests',
  'compiler',
  'diff',
  'markdown',
  'html',
  'xml',
  'yaml',
  'code',
  'listing',
  'text',
  'binary',
])
export type ContentKind = z.infer<typeof contentKind>

/** How the bytes of an entry are read as characters; `binary` has no characters or lines. */
export const encoding = z.enum(['utf-8', 'utf-16le', 'utf-16be', 'latin1', 'binary'])
export type Encoding = z.infer<typeof encoding>

export const tier = z.enum(['turn', 'session', 'project', 'pinned'])
export const scope = z.enum(['session', 'project'])

/** Exact sizes. `chars` are Unicode code points; both are null where the bytes are not text. */
export const sizes = z.object({ bytes: count, chars: count.nullable(), lines: count.nullable() })
export type Sizes = z.infer<typeof sizes>

/** Stored content that can be read by id, as every surface names it. */
export const entry = z.object({
  id: entryId,
  name: z.string(),
  sha256,
  bytes: count,
  chars: count.nullable(),
  lines: count.nullable(),
  mime: z.string().nullable(),
  kind: contentKind,
  encoding,
  /** False where capture ended before the content did. */
  complete: z.boolean(),
  scope,
  /** Of a note: how often it was written. */
  version: count,
  /** Written under a name by an agent or a person, and not the result of a tool. */
  note: z.boolean(),
  tier,
  pinned: z.boolean(),
  client: clientId.nullable(),
  project: projectId.nullable(),
  server: z.string().nullable(),
  tool: z.string(),
  session: sessionId,
  turn: turnId.nullable(),
  step: z.int().positive().nullable(),
  createdAt: time,
  lastUsedAt: time,
  /** Null: kept until removed by hand. */
  expiresAt: time.nullable(),
  preview: z.string(),
  /** What the preview leaves out, exactly. */
  omitted: sizes,
  metadata: z.record(z.string(), z.unknown()),
  redactions: count,
  /** What the user's own command or endpoint said of it; null where it was not asked, or has not answered. */
  summary: z.string().nullable(),
})
export type Entry = z.infer<typeof entry>

/** The record of a step, without its bodies. */
export const call = z.object({
  id: callId,
  session: sessionId,
  turn: turnId,
  step: z.int().positive(),
  /** Null: it came over HTTP, not through the gateway. */
  server: z.string().nullable(),
  tool: z.string(),
  arguments: z.unknown(),
  isError: z.boolean(),
  offloaded: z.boolean(),
  /** Why its client gave it up before there was a result; null where it did not. */
  cancelled: z.string().nullable(),
  startedAt: time,
  durationMs: z.number(),
  rawBytes: count,
  deliveredBytes: count,
  /** Null until the counting worker has been there. */
  tokensRaw: count.nullable(),
  tokensDelivered: count.nullable(),
  tokensExact: z.boolean(),
  /** The text an agent got, where it differs from the result. */
  deliveredText: z.string().nullable(),
})
export type Call = z.infer<typeof call>

/** One read of an entry by an agent or a person. */
export const read = z.object({
  /** Its number: reads are counted over the whole store. */
  id: z.int(),
  time,
  session: sessionId.nullable(),
  turn: turnId.nullable(),
  mode: z.string(),
  params: z.record(z.string(), z.unknown()),
  unit: z.enum(['chars', 'bytes', 'lines', 'matches', 'rows']),
  start: count,
  end: count,
  /** The characters (bytes for binary) of the entry that came back, half-open, for the coverage map. */
  spans: z.array(z.tuple([count, count])),
  chars: count,
  tokens: count.nullable(),
})
export type Read = z.infer<typeof read>
