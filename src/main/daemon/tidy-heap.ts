import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { atRest } from '../threads/at-rest.ts'

/**
 * Collects this thread's garbage once work is followed by rest. Without that, V8 sees no reason to: the bodies of the last calls, and the
 * buffers that they came in, would be held until the next ones come.
 * @returns ends it
 */
export function tidyHeapAtRest(lookMs?: number): () => void {
  return atRest(collector(), lookMs)
}

/** V8's collector, which it shows to programs only where a flag says so. */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  return () => gc()
}
