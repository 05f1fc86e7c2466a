import { z } from 'zod'
import { excessIn } from '../../rpc/modest-json.ts'

/** Text that is JSON of a shape, and that may be parsed without harm. */
export const jsonOf = (shape: z.ZodType) =>
  z
    .string()
    .max(64 * 1024 * 1024)
    .refine((text) => excessIn(text) === null && isJsonOf(shape, text), 'not the JSON that belongs there')

function isJsonOf(shape: z.ZodType, text: string): boolean {
  try {
    return shape.safeParse(JSON.parse(text)).success
  } catch {
    // That is the answer.
    return false
  }
}
