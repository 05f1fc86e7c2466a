/**
 * The program of a thread in the query child: it ends the whole process when that takes too much memory or too long. Whoever asked
 * does so from outside already, but can measure memory on Linux only, and may itself be gone while a query runs for ever.
 * It imports next to nothing, since what it takes counts against the child's memory.
 */
import { workerData } from 'node:worker_threads'
import { MEMORY_LIMIT } from './limits.ts'

/** Until when, in nanoseconds of the process clock, the call that runs may take; 0 while none does. */
export type Alarm = BigInt64Array<SharedArrayBuffer>

const EVERY_MS = 50
const GRACE_NS = 1_000_000_000n

const alarm = workerData as Alarm

setInterval(() => {
  const until = Atomics.load(alarm, 0)
  const late = until !== 0n && process.hrtime.bigint() > until + GRACE_NS
  if (late || process.memoryUsage.rss() > MEMORY_LIMIT) process.kill(process.pid, 'SIGKILL')
}, EVERY_MS)
