import { z } from 'zod'
import { time } from '../entry.ts'

/** A prompt is as long as a turn's may be. */
export const LONGEST_PROMPT = 65_536
/** More is no conversation. */
export const MOST_EVENTS = 100_000

/** What a transcript of an agent tells, whichever program wrote it: what its user asked, and which tools it called then. */
export const transcriptEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('prompt'), at: time, text: z.string().max(LONGEST_PROMPT) }),
  z.object({
    kind: z.literal('call'),
    at: time,
    /** When its result was there, where that is known. */
    endedAt: time.nullable(),
    /** What the program calls the call. */
    id: z.string().max(256).nullable(),
    /** As the model knows it: `mcp__spillway__fs__read`. */
    tool: z.string().max(256),
    /** Left out where they are long. */
    arguments: z.unknown(),
  }),
])
export type TranscriptEvent = z.infer<typeof transcriptEvent>
export type TranscriptCall = Extract<TranscriptEvent, { kind: 'call' }>
