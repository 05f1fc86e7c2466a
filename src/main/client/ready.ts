import { z } from 'zod'

/** The one line that `serve --json` prints once the daemon takes requests. */
export const readyLine = z.object({ url: z.url(), pid: z.int().positive(), home: z.string() })
export type ReadyLine = z.infer<typeof readyLine>
