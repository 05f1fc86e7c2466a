import { z } from 'zod'
import { call, entry, read } from '../entry.ts'
import { entryId } from '../ids.ts'
import { readParams, readResult } from '../reading.ts'
import { pruneResult } from './cache.ts'
import { operation, flag, number, limit, page } from './operation.ts'

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
  /** What the caller's program calls this call, by which a transcript of it finds it. */
  call: z.string().max(256).optional(),
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

export const entriesOperations = {
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
      /** Only these, with commas between them, a hundred at most. */
      ids: z
        .string()
        .regex(/^e_\w+(,e_\w+){0,99}$/)
        .optional(),
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
}
