import { z } from 'zod'
import { MOST_EVENTS, transcriptEvent } from '../transcript/event.ts'
import { operation } from './operation.ts'

export const transcriptResult = z.object({
  prompts: z.int(),
  calls: z.int(),
  /** Calls that are recorded here. */
  matched: z.int(),
  /** Calls of tools that are recorded here, none of which was at that time or with these arguments. */
  unmatched: z.int(),
  /** The first of them. */
  unmatchedCalls: z.array(z.object({ at: z.string(), tool: z.string(), id: z.string().nullable() })),
  /** Calls of tools that never went through here. */
  foreign: z.int(),
  turns: z.object({
    /** Got their prompt. */
    prompted: z.int(),
    /** New ones, where a prompt came in the midst of a turn that nobody had started. */
    split: z.int(),
    /** Had a prompt, or bounds set by hand or by their program, and were left alone. */
    kept: z.int(),
  }),
  sessions: z.array(z.string()),
})
export type TranscriptResult = z.infer<typeof transcriptResult>

export const transcriptsOperations = {
  importTranscript: operation({
    method: 'POST',
    path: '/transcripts',
    access: 'client',
    summary:
      'Gives turns their prompts from what a transcript tells (prompts and tool calls, in order); again changes nothing.',
    input: z.object({ events: z.array(transcriptEvent).max(MOST_EVENTS) }),
    output: transcriptResult,
  }),
}
