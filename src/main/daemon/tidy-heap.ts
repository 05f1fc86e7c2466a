import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const LOOK_MS = 10_000
/** With less than this of a look's time in use, nobody is kept waiting by a collection of some tens of milliseconds. */
const AT_REST = 0.05
/** After less work than this since the last one there is little to collect. */
const WORTH_MS = 100

/**
 * Collects this thread's garbage once work is followed by rest. Without that, V8 sees no reason to: the bodies of the last calls, and the
 * buffers that they came in, would be held until the next ones come.
 * @returns ends it
 */
export function tidyHeapAtRest(lookMs = LOOK_MS): () => void {
  const collect = collector()
  let looked = performance.eventLoopUtilization()
  let workMs = WORTH_MS
  const look = () => {
    const now = performance.eventLoopUtilization()
    const { active, utilization } = performance.eventLoopUtilization(now, looked)
    looked = now
    workMs += active
    if (utilization > AT_REST || workMs < WORTH_MS) return
    collect()
    // What the collection itself took is no work.
    looked = performance.eventLoopUtilization()
    workMs = 0
  }
  const timer = setInterval(look, lookMs).unref()
  return () => clearInterval(timer)
}

/** V8's collector, which it shows to programs only where a flag says so. */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  return () => gc()
}
