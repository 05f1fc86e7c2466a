import { z } from 'zod'
import { operation } from './operation.ts'

/** Where the scripted agent is that plays at work for whoever looks for the first time. */
export const demoState = z.object({
  /** The last one, where none plays now. */
  state: z.enum(['idle', 'playing', 'done', 'stopped', 'failed']),
  /** The session that it works in; known once it has begun. */
  session: z.string().nullable(),
  /** What it was asked last. */
  prompt: z.string().nullable(),
  /** Calls and reads that are over, of all there will be. */
  step: z.int(),
  steps: z.int(),
  /** Why it failed, or why it cannot be played here. */
  reason: z.string().nullable(),
  /** False where what it works with is not installed. */
  available: z.boolean(),
})
export type DemoState = z.infer<typeof demoState>

export const demoOperations = {
  getDemo: operation({
    method: 'GET',
    path: '/demo',
    access: 'admin',
    summary: 'How far the demo is, and whether it can be played here.',
    input: z.object({}),
    output: demoState,
  }),
  playDemo: operation({
    method: 'POST',
    path: '/demo',
    access: 'admin',
    summary: 'Plays a scripted agent at work, in a session of its own; the configuration stays as it is.',
    input: z.strictObject({
      /** Without the pauses that let a person watch. */
      fast: z.boolean().default(false),
    }),
    output: demoState,
  }),
  stopDemo: operation({
    method: 'DELETE',
    path: '/demo',
    access: 'admin',
    summary: 'Ends the demo, or forgets the one that is over; what it stored stays.',
    input: z.object({}),
    output: demoState,
  }),
}
