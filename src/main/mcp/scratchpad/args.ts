import type { z } from 'zod'
import { SpillwayError } from '../../../shared/errors.ts'

/** The arguments of a tool call. @throws SpillwayError `invalid_input` that names the argument */
export function parseArgs<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const parsed = schema.safeParse(given ?? {})
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new SpillwayError('invalid_input', `${issue?.path.join('.') || 'arguments'}: ${issue?.message}`)
}
