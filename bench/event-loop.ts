import { spawn } from 'node:child_process'
import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { type RunningDaemon, startDaemon } from './rig/daemon.ts'
import { ECHO_COMMAND } from './rig/echo.ts'
import { HttpLoad } from './rig/http-load.ts'
import { atMost, report } from './rig/report.ts'
import { summarize } from './rig/samples.ts'

/** Whether the daemon answers at once while it works: lateness idle beside lateness under everything at once. */

const SECONDS = 15
const PACE_MS = 10

const lateness = z.object({ p50: z.number(), p99: z.number(), max: z.number() })

/**
 * Asks for `health` at a fixed pace, whether the last answer came or not, and counts from when each was due: a server that
 * stands still is then late for all that it kept waiting, not for one.
 */
async function probe(http: HttpLoad): Promise<number[]> {
  const latencies: number[] = []
  const pending: Promise<void>[] = []
  const started = performance.now()
  for (let due = 0; due < SECONDS * 1_000; due += PACE_MS) {
    await sleep(Math.max(0, started + due - performance.now()))
    pending.push(ask(http, started + due, latencies))
  }
  await Promise.all(pending)
  return latencies
}

async function ask(http: HttpLoad, dueAt: number, latencies: number[]): Promise<void> {
  await http.send('/api/v1/health', { method: 'GET' })
  latencies.push(performance.now() - dueAt)
}

async function insideSince(daemon: RunningDaemon, file: string): Promise<z.infer<typeof lateness>> {
  await rm(file, { force: true })
  process.kill(daemon.pid, 'SIGUSR2')
  for (;;) {
    await sleep(50)
    const written = await readFile(file, 'utf8').catch(() => '')
    if (written !== '') return lateness.parse(JSON.parse(written))
  }
}

async function observe(daemon: RunningDaemon, http: HttpLoad, file: string) {
  await insideSince(daemon, file)
  const health = await probe(http)
  return { healthMs: summarize(health), loopLateMs: await insideSince(daemon, file) }
}

/** Runs the load beside `work`; gives what both came to. */
async function underLoad<T>({ url, token }: RunningDaemon, work: () => Promise<T>) {
  const program = join(import.meta.dirname, 'rig', 'mixed-load.ts')
  const child = spawn(process.execPath, [program, url, token], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextLine = async () => {
    const { value } = await lines.next()
    if (typeof value !== 'string') throw new Error('the load ended early')
    return value
  }
  await nextLine()
  const observed = await work()
  child.kill('SIGTERM')
  return { ...observed, done: JSON.parse(await nextLine()) as Record<string, number> }
}

const folder = await mkdtemp(join(tmpdir(), 'spillway-bench-'))
const file = join(folder, 'loop.json')
process.env['LOOP_MONITOR_FILE'] = file
process.env['NODE_OPTIONS'] =
  `--import=${pathToFileURL(join(import.meta.dirname, 'rig', 'loop-monitor.ts')).href}`
try {
  await using daemon = await startDaemon({ mcpServers: { echo: ECHO_COMMAND } })
  delete process.env['NODE_OPTIONS']
  using http = new HttpLoad(daemon.url, {})
  const idle = await observe(daemon, http, file)
  const loaded = await underLoad(daemon, () => observe(daemon, http, file))
  report({
    benchmark: 'event-loop',
    figures: { seconds: SECONDS, paceMs: PACE_MS, idle, loaded },
    budgets: [
      atMost('health in ms under load, p99', loaded.healthMs.p99, 50),
      atMost('event loop late in ms under load, p99', loaded.loopLateMs.p99, 20),
    ],
  })
} finally {
  await rm(folder, { recursive: true, force: true })
}
