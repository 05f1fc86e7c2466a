/**
 * Loaded into the daemon's own process (`NODE_OPTIONS=--import`): measures how late its event loop is. On SIGUSR2 it writes the
 * lateness since the last time to the file that `LOOP_MONITOR_FILE` names, in milliseconds, and starts anew.
 */
import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const file = process.env['LOOP_MONITOR_FILE']
if (isMainThread && file !== undefined && process.argv.includes('serve')) {
  const RESOLUTION_MS = 1
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  process.on('SIGUSR2', () => {
    const ms = (ns: number) => Number(Math.max(0, ns / 1e6 - RESOLUTION_MS).toFixed(2))
    const late = { p50: ms(delay.percentile(50)), p99: ms(delay.percentile(99)), max: ms(delay.max) }
    writeFileSync(file, JSON.stringify(late))
    delay.reset()
  })
}
