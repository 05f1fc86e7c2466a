import { z } from 'zod'

/** A command or an endpoint of the user's own that says in a few words what an entry holds. */
export const summaryConfig = z
  .strictObject({
    /** A program and its arguments: gets the entry as JSON on its input, answers plain text. */
    command: z.array(z.string().min(1)).min(1).optional(),
    /** Gets the same JSON by POST. */
    url: z.url({ protocol: /^https?$/ }).optional(),
    timeoutSeconds: z.int().positive().max(600).default(30),
    /** Smaller entries are not summarised. */
    minBytes: z.int().min(0).default(16_384),
    /** Only results of these tools: a glob on `server.tool`. */
    tools: z.string().default('*'),
  })
  .refine(({ command, url }) => (command === undefined) !== (url === undefined), 'give either command or url')
export type SummaryConfig = z.infer<typeof summaryConfig>
