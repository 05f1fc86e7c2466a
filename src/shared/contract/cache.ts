import { z } from 'zod'
import { entryId } from '../ids.ts'
import { operation } from './operation.ts'

/** Strict: a misspelt `dryRun` must never delete anything. */
export const pruneInput = z.strictObject({
  dryRun: z.boolean().default(false),
  olderThanSeconds: z.int().min(0).optional(),
  session: z.string().optional(),
  tool: z.string().optional(),
  maxBytes: z.int().min(0).optional(),
  all: z.boolean().optional(),
  /** Of what the others name only these: what a dry run showed, and nothing that came since. */
  ids: z.array(entryId).max(100_000).optional(),
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

export const cacheOperations = {
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
}
