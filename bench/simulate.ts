import { setTimeout as sleep } from 'node:timers/promises'
import { apiClient } from '../src/main/client/api.ts'
import type { Simulation } from '../src/shared/contract/simulate.ts'
import { startDaemon } from './rig/daemon.ts'
import { atMost, report } from './rig/report.ts'

/**
 * The simulator over 10,000 recorded calls of a few hundred bytes to a few tens of kilobytes: the first answer, which looks at every
 * result, the second, which remembers them, and how far its figures at the recorded policy are from the recorded ones. `SIMULATE_CALLS` sets another number.
 */
const CALLS = Number(process.env['SIMULATE_CALLS'] ?? 10_000)
const AT_ONCE = 32
const ANSWER_MS = 5_000
const [LEAST_LINES, MOST_LINES] = [3, 800]

await using daemon = await startDaemon()
const api = apiClient(daemon)
const session = (await api.createSession({})).id

const tools = ['read_log', 'list_orders', 'run_tests', 'fetch_page']
const line = (call: number, n: number) =>
  `2026-11-22T06:00:00Z INFO ${tools[call % 4]} ${call}: order ${n} of customer ${(n * 7919) % 1_000} done`

async function record(call: number): Promise<void> {
  // Evenly spread over magnitudes, in an order that is always the same.
  const spread = ((call * 2_654_435_761) % 1_000) / 1_000
  const lines = Math.round(LEAST_LINES * (MOST_LINES / LEAST_LINES) ** spread)
  const content = Array.from({ length: lines }, (_, n) => line(call, n)).join('\n')
  const { entry } = await api.offload({ tool: tools[call % 4] ?? '', content, session })
  if (entry && call % 3 === 0) await api.readEntry({ id: entry.id, mode: 'tail', n: 500 })
}

let next = 0
const worker = async () => {
  for (let call = next++; call < CALLS; call = next++) await record(call)
}
await Promise.all(Array.from({ length: AT_ONCE }, worker))

/** Exact counts follow the calls. */
async function counted(): Promise<void> {
  for (let before = ''; ;) {
    const now = JSON.stringify(await api.stats({ session }))
    if (now === before) return
    before = now
    await sleep(1_000)
  }
}
await counted()

const timed = async (
  order: Parameters<typeof api.simulate>[0],
): Promise<{ ms: number; simulation: Simulation }> => {
  const started = performance.now()
  const simulation = await api.simulate(order)
  return { ms: Math.round(performance.now() - started), simulation }
}
const first = await timed({ session })
const second = await timed({ session, policy: { thresholdBytes: 8_192 } })
const stats = await api.stats({ session })
const { simulated, curve } = first.simulation
const differs = Math.max(
  ...(['raw', 'delivered', 'reread', 'net'] as const).map((key) =>
    Math.abs(simulated.tokens[key] - stats.tokens[key]),
  ),
)
const rises = curve.filter(({ offloaded }, at) => offloaded > (curve[at - 1]?.offloaded ?? Infinity)).length

report({
  benchmark: 'simulate',
  figures: {
    calls: first.simulation.calls,
    points: curve.length,
    firstMs: first.ms,
    secondMs: second.ms,
    tokens: stats.tokens,
    offloaded: simulated.offloaded,
  },
  budgets: [
    atMost(`ms for the first answer over ${CALLS} calls`, first.ms, ANSWER_MS),
    atMost(`ms for the next`, second.ms, ANSWER_MS),
    atMost('tokens that the recorded policy is off by', differs, 0),
    atMost('points of the curve at which more is stored than at the threshold below', rises, 0),
  ],
})
