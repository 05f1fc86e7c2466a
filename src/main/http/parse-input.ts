import type { z } from 'zod'
import { SpillwayError } from '../../shared/errors.ts'

/** @throws SpillwayError `invalid_input` that names the field */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : ''
  throw new SpillwayError(
    'invalid_input',
    `${where}${issue?.message ?? 'not valid'}`,
    'See /api/v1/openapi.json.',
  )
}
