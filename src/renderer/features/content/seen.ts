import type { Coverage } from './coverage.ts'
import { touches } from './coverage.ts'

/** How the agent came to see a stretch of the content: in a read, in the preview, or not at all. */
export function seenBy(coverage: Coverage, start: number, end: number): 'preview' | 'read' | undefined {
  // An empty stretch has no character to be seen by; it counts with the one it ends.
  const stop = Math.max(end, start + 1)
  if (touches(coverage.reads, start, stop)) return 'read'
  return touches(coverage.preview, start, stop) ? 'preview' : undefined
}
