import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { logText, randomNumbers } from './rig/content.ts'
import { startDaemon } from './rig/daemon.ts'
import { HttpLoad } from './rig/http-load.ts'
import { atMost, report } from './rig/report.ts'
import { interleave, ratio, summarize } from './rig/samples.ts'

/** Whether a slice costs the slice and not the entry, and how a search of the whole stands beside grep. */

const MB = 1024 * 1024
const SIZES = { small: MB, large: 100 * MB }
const SLICE = 4_096
const ROUNDS = { rounds: 300, warmUp: 30 }
const GREP_ROUNDS = { rounds: 7, warmUp: 1 }
const PATTERNS = [
  { name: 'a bare literal', pattern: 'connection reset', limit: 10 },
  { name: 'alternatives', pattern: 'ERROR|FATAL', limit: 5 },
  { name: 'a class and a repetition', pattern: 'status=503 took [0-9]+ ms', limit: 5 },
]

const random = randomNumbers(7)
const below = (limit: number) => Math.floor(random() * limit)

await using daemon = await startDaemon()
using http = new HttpLoad(daemon.url, { authorization: `Bearer ${daemon.token}` })

interface Stored {
  readonly id: string
  readonly chars: number
  readonly lines: number
}

async function store(body: Buffer): Promise<Stored> {
  const headers = { 'content-type': 'application/octet-stream' }
  const reply = await http.send('/api/v1/offload?tool=bench&force=true', { headers, body })
  return (JSON.parse(reply.body.toString()) as { entry: Stored }).entry
}

interface Slice {
  readonly text: string
  readonly returned: { readonly count: number }
}

async function read({ id }: Stored, params: Record<string, unknown>): Promise<Slice> {
  return (await http.json(`/api/v1/entries/${id}/read`, params)) as Slice
}

async function slices(small: Stored, large: Stored) {
  const range = async (entry: Stored) => {
    const start = below(entry.chars - SLICE)
    const { text } = await read(entry, { mode: 'range', start, end: start + SLICE })
    if (Array.from(text).length !== SLICE) throw new Error(`a slice of ${text.length} units`)
  }
  const lines = async (entry: Stored) => {
    const start = Math.floor(entry.lines / 4) + below(Math.floor(entry.lines / 2))
    const { returned } = await read(entry, { mode: 'lines', start, end: start + 50 })
    if (returned.count !== 50) throw new Error(`${returned.count} lines`)
  }
  const tail = async (entry: Stored) => {
    await read(entry, { mode: 'tail', n: 2_000 })
  }
  const figures: Record<string, unknown> = {}
  const budgets = []
  for (const [name, act] of Object.entries({ '4 KB range': range, '50 lines': lines, tail })) {
    const samples = await interleave({ small: () => act(small), large: () => act(large) }, ROUNDS)
    const [p50, p99] = [ratio(samples.large, samples.small), ratio(samples.large, samples.small, 0.99)]
    figures[name] = {
      '1 MB': summarize(samples.small),
      '100 MB': summarize(samples.large),
      ratioP50: p50,
      ratioP99: p99,
    }
    budgets.push(atMost(`${name} of 100 MB beside 1 MB, p50`, p50, 1.5))
    budgets.push(atMost(`${name} of 100 MB beside 1 MB, p99`, p99, 3))
  }
  return { figures, budgets }
}

async function countWithGrep(pattern: string, file: string): Promise<number> {
  const child = spawn('grep', ['-cE', pattern, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')])
  return Number(output)
}

async function searches(large: Stored, file: string) {
  const figures: Record<string, unknown> = {}
  const budgets = []
  for (const { name, pattern, limit } of PATTERNS) {
    const counts = { spillway: -1, grep: -1 }
    const samples = await interleave(
      {
        spillway: async () => {
          counts.spillway = Number((await read(large, { mode: 'grep', pattern, count: true })).text)
        },
        grep: async () => {
          counts.grep = await countWithGrep(pattern, file)
        },
      },
      GREP_ROUNDS,
    )
    if (counts.spillway !== counts.grep)
      throw new Error(`${pattern}: ${counts.spillway} matches, grep found ${counts.grep}`)
    const beside = ratio(samples.spillway, samples.grep)
    figures[name] = {
      pattern,
      matches: counts.grep,
      spillwayMs: summarize(samples.spillway),
      grepMs: summarize(samples.grep),
      ratio: beside,
    }
    budgets.push(atMost(`search of 100 MB for ${name} beside grep -cE`, beside, limit))
  }
  return { figures, budgets }
}

const folder = await mkdtemp(join(tmpdir(), 'spillway-bench-'))
try {
  const content = logText(SIZES.large)
  const file = join(folder, 'large.log')
  await writeFile(file, content)
  const large = await store(content)
  const small = await store(logText(SIZES.small, 2))
  const [sliced, searched] = [await slices(small, large), await searches(large, file)]
  report({
    benchmark: 'reads',
    figures: { sliceMs: sliced.figures, grep: searched.figures },
    budgets: [...sliced.budgets, ...searched.budgets],
  })
} finally {
  await rm(folder, { recursive: true, force: true })
}
