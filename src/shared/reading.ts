import { z } from 'zod'
import { sizes } from './entry.ts'

export const readMode = z.enum(['head', 'tail', 'range', 'lines', 'full', 'grep', 'json', 'sql'])
export type ReadMode = z.infer<typeof readMode>

const whole = z.int()

/**
 * The parameters of one read, as in DESIGN.md section 4. Characters are Unicode code points; `range` is half-open
 * from 0, `lines` half-open from 1, a negative `start` counts from the end.
 */
export const readParams = z.strictObject({
  mode: readMode.optional(),
  n: whole.positive().optional(),
  start: whole.optional(),
  end: whole.optional(),
  pattern: z.string().max(4_096).optional(),
  context: whole.min(0).max(1_000).optional(),
  ignoreCase: z.boolean().optional(),
  count: z.boolean().optional(),
  path: z.string().max(4_096).optional(),
  query: z.string().max(65_536).optional(),
  offset: whole.optional(),
  limit: whole.positive().optional(),
  cursor: z.string().max(8_192).optional(),
  /** Another name for `pattern`. */
  regex: z.string().max(4_096).optional(),
})
export type ReadParams = z.infer<typeof readParams>

/** What a read gave back. `start` and `end` are half-open in `unit`s of the whole entry. */
export const readResult = z.object({
  text: z.string(),
  returned: z.object({
    unit: z.enum(['chars', 'bytes', 'lines', 'matches', 'rows']),
    start: z.int(),
    end: z.int(),
    count: z.int(),
  }),
  totals: sizes,
  /** The characters (bytes for binary) of the entry that `text` was cut from, half-open; null where it is not one slice. */
  span: z.tuple([z.int(), z.int()]).nullable(),
  truncated: z.boolean(),
  /** Carries every other parameter: pass it alone to go on. */
  cursor: z.string().optional(),
  /** `base64` where the entry is not text. */
  encoding: z.enum(['text', 'base64']),
  /** One sentence about what was returned and where to read on. */
  footer: z.string(),
})
export type ReadResult = z.infer<typeof readResult>
