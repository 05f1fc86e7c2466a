import { z } from 'zod'
import type { ErrorBody } from './errors.ts'

/** How an error is told over HTTP. A file of its own: most who throw errors need no schemas, and those take long to load. */
export const errorBody: z.ZodType<ErrorBody> = z.object({
  error: z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }),
})
