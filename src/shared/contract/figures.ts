import { z } from 'zod'
import { time } from '../entry.ts'
import { operation, flag, number } from './operation.ts'

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
  /** Given up by their client before there was a result. */
  cancelled: z.int(),
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

export const figuresOperations = {
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
}
