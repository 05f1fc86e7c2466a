/** Until when, in nanoseconds of the process clock, the call that runs may take; 0 while none does. */
export type Alarm = BigInt64Array<SharedArrayBuffer>

export const MEMORY_LIMIT = 256 * 1024 * 1024
const EVERY_MS = 50
const GRACE_NS = 1_000_000_000n

/**
 * Runs in a thread of the query child and ends the whole process when it takes too much memory or too long. Whoever asked does so
 * from outside already, but can measure memory on Linux only, and may itself be gone while a query runs for ever.
 */
export function standWatch(alarm: Alarm): void {
  setInterval(() => {
    const until = Atomics.load(alarm, 0)
    const late = until !== 0n && process.hrtime.bigint() > until + GRACE_NS
    if (late || process.memoryUsage.rss() > MEMORY_LIMIT) process.kill(process.pid, 'SIGKILL')
  }, EVERY_MS)
}
