import { performance } from 'node:perf_hooks'

const LOOK_MS = 10_000
/** With less than this of a look's time in use, nobody is kept waiting by some tens of milliseconds. */
const AT_REST = 0.05
/** After less work than this since the last time there is little to tidy up. */
const WORTH_MS = 100

/**
 * Calls `tidy` once work in this thread is followed by rest, and not again before there was more work. It is for giving back what is held
 * for the next call, in the hope that it comes soon.
 * @returns ends it
 */
export function atRest(tidy: () => void, lookMs = LOOK_MS): () => void {
  let looked = performance.eventLoopUtilization()
  let workMs = WORTH_MS
  const look = () => {
    const now = performance.eventLoopUtilization()
    const { active, utilization } = performance.eventLoopUtilization(now, looked)
    looked = now
    workMs += active
    if (utilization > AT_REST || workMs < WORTH_MS) return
    tidy()
    // What tidying up itself took is no work.
    looked = performance.eventLoopUtilization()
    workMs = 0
  }
  const timer = setInterval(look, lookMs).unref()
  return () => clearInterval(timer)
}
