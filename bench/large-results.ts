import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { largeText } from './rig/content.ts'
import { startDaemon } from './rig/daemon.ts'
import { ECHO_COMMAND, startServer } from './rig/echo.ts'
import { HttpLoad } from './rig/http-load.ts'
import { memoryMb, peakMemoryMb } from './rig/memory.ts'
import { RawMcp } from './rig/raw-mcp.ts'
import { atMost, type Budget, report } from './rig/report.ts'
import { percentile, summarize } from './rig/samples.ts'

/**
 * What one huge result of a server costs the daemon and everybody else: its memory, and how long small calls take meanwhile
 * beside the same calls before it.
 */

const MiB = 1024 * 1024
const RESULTS = [
  { bytes: 32 * MiB, ascii: true, over: 'stdio' },
  { bytes: 200 * MiB, ascii: true, over: 'stdio' },
  { bytes: 200 * MiB, ascii: false, over: 'stdio' },
  { bytes: 200 * MiB, ascii: true, over: 'http' },
  { bytes: 200 * MiB, ascii: true, over: 'sse' },
  { bytes: 200 * MiB, ascii: false, over: 'sse' },
] as const
const PACE_MS = 10
const IDLE_CALLS = 300
const LARGE_SERVER = join(import.meta.dirname, 'rig/large-server.ts')

/** How a daemon reaches the server of large results; an HTTP one runs until the end of the scope. */
async function largeServer(over: (typeof RESULTS)[number]['over']) {
  const stack = new AsyncDisposableStack()
  const upstream =
    over === 'stdio'
      ? { command: process.execPath, args: [LARGE_SERVER] }
      : {
          url: stack.use(await startServer([LARGE_SERVER, '--http', ...(over === 'sse' ? ['--sse'] : [])]))
            .url,
        }
  return { upstream, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Small calls at a fixed pace until `ended`, counted from when each was due: one that waits makes the next ones late as well. */
async function pace(caller: RawMcp, goesOn: (calls: number) => boolean): Promise<number[]> {
  const latencies: number[] = []
  const pending: Promise<void>[] = []
  const started = performance.now()
  const call = async (dueAt: number) => {
    if ((await caller.callTool('echo__echo', { text: 'small' })) !== 'small') throw new Error('not the echo')
    latencies.push(performance.now() - dueAt)
  }
  for (let n = 0; goesOn(n); n++) {
    const dueAt = started + n * PACE_MS
    await sleep(Math.max(0, dueAt - performance.now()))
    pending.push(call(dueAt))
  }
  await Promise.all(pending)
  return latencies
}

async function measure({ bytes, ascii, over }: (typeof RESULTS)[number]) {
  const name = `${bytes / MiB} MiB${ascii ? '' : ', not all ASCII'}${over === 'stdio' ? '' : ` over ${over}`}`
  await using server = await largeServer(over)
  await using daemon = await startDaemon({ mcpServers: { echo: ECHO_COMMAND, large: server.upstream } })
  using http = new HttpLoad(daemon.url, { authorization: `Bearer ${daemon.token}` })
  const [small, large] = [
    await new RawMcp(http, '2025-11-25').open(),
    await new RawMcp(http, '2025-11-25').open(),
  ]
  await large.callTool('large__large', { bytes: 10_000, ascii })
  const before = await pace(small, (n) => n < IDLE_CALLS)
  const idleMb = await memoryMb(daemon.pid)

  const started = performance.now()
  let ended = false
  const done = large.callTool('large__large', { bytes, ascii }).finally(() => {
    ended = true
  })
  const meanwhile = await pace(small, () => !ended)
  await done
  const seconds = Number(((performance.now() - started) / 1_000).toFixed(2))
  const peakMb = await peakMemoryMb(daemon.pid)

  const list = await http.send('/api/v1/entries?limit=1', { method: 'GET' })
  const [entry] = (JSON.parse(list.body.toString()) as { items: { sha256: string; bytes: number }[] }).items
  const wanted = createHash('sha256').update(largeText(bytes, ascii)).digest('hex')
  if (entry?.sha256 !== wanted) throw new Error(`${name}: stored ${entry?.bytes} bytes as ${entry?.sha256}`)

  const budgets: Budget[] = [
    atMost(`${name}: small calls meanwhile, p99 ms`, percentile(meanwhile, 0.99), 50),
  ]
  // A fifth of a daemon at rest is less than the smaller result, so of that only what it adds can be compared.
  if (peakMb !== null && idleMb !== null)
    budgets.push(
      bytes >= 100 * MiB
        ? atMost(`${name}: peak memory beside the message`, ratioOf(peakMb, bytes), 2.5)
        : atMost(`${name}: memory added beside the message`, ratioOf(peakMb - idleMb, bytes), 2.5),
    )
  const figures = {
    seconds,
    idleMb,
    peakMb,
    smallCallsMs: { before: summarize(before), meanwhile: summarize(meanwhile) },
  }
  return { name, figures, budgets }
}

const ratioOf = (mb: number, bytes: number) => Number(((mb * 1e6) / bytes).toPrecision(3))

// `-- http` measures those alone.
const [only] = process.argv.slice(2)
const measured = []
for (const result of RESULTS.filter(({ over }) => only === undefined || over === only))
  measured.push(await measure(result))
report({
  benchmark: 'large-results',
  figures: Object.fromEntries(measured.map(({ name, figures }) => [name, figures])),
  budgets: measured.flatMap(({ budgets }) => budgets),
})
