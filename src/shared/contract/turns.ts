import { z } from 'zod'
import { operation } from './operation.ts'
import { turn } from './recording.ts'

const title = z.string().max(200).nullable().optional()
const prompt = z.string().max(65_536).nullable().optional()

/** Turns that a person puts right. A turn with a call under way is left alone (`conflict`). */
export const turnsOperations = {
  updateTurn: operation({
    method: 'PATCH',
    path: '/turns/:id',
    access: 'client',
    summary: 'Names a turn, or writes down what was asked in it; null takes either away.',
    input: z.object({ id: z.string(), title, prompt }),
    output: turn,
  }),
  splitTurn: operation({
    method: 'POST',
    path: '/turns/:id/split',
    access: 'client',
    summary:
      'Makes two turns of one: a call (named by `step` or by `call`) and what follows it become the next turn.',
    input: z.object({
      id: z.string(),
      step: z.int().positive().optional(),
      call: z.string().optional(),
      title,
      prompt,
    }),
    output: z.object({ turn, next: turn }),
  }),
  mergeTurns: operation({
    method: 'POST',
    path: '/turns/:id/merge',
    access: 'client',
    summary: 'Takes the next turn of the session into this one.',
    input: z.object({ id: z.string() }),
    output: z.object({
      turn,
      /** The turn that is gone, as it was. */
      merged: turn,
      /** The first call that it had, where a split would part them again; null where it had none. */
      firstCall: z.string().nullable(),
    }),
  }),
}
