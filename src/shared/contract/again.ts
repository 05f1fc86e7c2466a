import { z } from 'zod'
import { operation } from './operation.ts'

/**
 * How a call went that was made again. `equal`: content, structured content and error are what was recorded; `skipped`: it was not made;
 * `failed`: it was, and there is no result to compare.
 */
export const againOutcome = z.enum(['equal', 'changed', 'failed', 'skipped'])
export type AgainOutcome = z.infer<typeof againOutcome>

export const againResult = z.object({
  /** The recorded call. */
  call: z.string(),
  outcome: againOutcome,
  /** Why it was skipped, failed or could not be compared. */
  reason: z.string().nullable(),
  /** Its tool is not marked as read-only, so that a person has to ask for this very call. */
  needsConfirm: z.boolean(),
  /** The new call; null where none was made. */
  again: z.string().nullable(),
  /** The session of its own that it was made in. */
  session: z.string().nullable(),
  durationMs: z.number().nullable(),
})
export type AgainResult = z.infer<typeof againResult>

export const againOperations = {
  runAgain: operation({
    method: 'POST',
    path: '/calls/:id/run-again',
    access: 'client',
    summary:
      'Makes a recorded call again and compares the results; with `session` in the same one as the call before it.',
    input: z.object({
      id: z.string(),
      /** For a call that may change something: yes, this one. */
      confirm: z.boolean().optional(),
      session: z.string().optional(),
    }),
    output: againResult,
  }),
}
