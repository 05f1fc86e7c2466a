import { createHash } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { UniqueContents } from './rig/content.ts'
import { startDaemon, type RunningDaemon } from './rig/daemon.ts'
import { HttpLoad } from './rig/http-load.ts'
import { memoryMb, peakMemoryMb } from './rig/memory.ts'
import { atLeast, atMost, report } from './rig/report.ts'
import { interleave, percentile, ratio, summarize, timed } from './rig/samples.ts'
import { seedEntries } from './rig/seed.ts'

/** How dear it is to store a result, and whether that stays so when much is stored already. */

const KB = 1024
const MB = 1024 * KB
const SEEDED_ENTRIES = 100_000
const STREAM_BYTES = 500 * MB
const PARALLEL = 4
/** As many results as a daemon at work has seen: by then its code is compiled. */
const WARM_UP = 150

const load = ({ url, token }: RunningDaemon) => new HttpLoad(url, { authorization: `Bearer ${token}` })

async function offloadRaw(http: HttpLoad, body: Uint8Array | Readable): Promise<void> {
  const reply = await http.send('/api/v1/offload?tool=bench&force=true', {
    headers: { 'content-type': 'application/octet-stream' },
    body,
  })
  mustBeStored(JSON.parse(reply.body.toString()))
}

async function offloadJson(http: HttpLoad, body: string): Promise<void> {
  const reply = await http.send('/api/v1/offload', { headers: { 'content-type': 'application/json' }, body })
  mustBeStored(JSON.parse(reply.body.toString()))
}

const asJson = (content: Buffer) =>
  JSON.stringify({ tool: 'bench', content: content.toString(), force: true })

function mustBeStored(answer: { offloaded: boolean }): void {
  if (!answer.offloaded) throw new Error('a result was not stored')
}

/** The least that anything safe could do: hash the bytes, write them to a file of their own, flush it. */
async function hashWriteFlush(folder: string, content: Buffer): Promise<void> {
  const name = createHash('sha256').update(content).digest('hex')
  const file = await open(join(folder, name), 'w')
  await file.writeFile(content)
  await file.sync()
  await file.close()
}

async function latencies(http: HttpLoad, contents: UniqueContents) {
  const sizes = [
    { name: '4 KB', bytes: 4 * KB, rounds: 200 },
    { name: '64 KB', bytes: 64 * KB, rounds: 150 },
    { name: '1 MB', bytes: MB, rounds: 60 },
    { name: '10 MB', bytes: 10 * MB, rounds: 12 },
  ]
  const figures: Record<string, unknown> = {}
  for (const { name, bytes, rounds } of sizes) {
    const warmUp = Math.ceil(rounds / 10)
    const raw = Array.from({ length: rounds + warmUp }, () => contents.next(bytes))
    const json = Array.from({ length: rounds + warmUp }, () => asJson(contents.next(bytes)))
    const samples = await interleave(
      {
        raw: (round) => offloadRaw(http, raw[round] as Buffer),
        json: (round) => offloadJson(http, json[round] as string),
      },
      { rounds, warmUp },
    )
    figures[name] = { raw: summarize(samples.raw), json: summarize(samples.json) }
  }
  return figures
}

/** MB a second, acknowledged, `parallel` at a time, in short stretches that take turns. */
async function throughput(http: HttpLoad, contents: UniqueContents, folder: string, parallel: number) {
  const batch = 4 * parallel
  const stretch = async (store: (content: Buffer) => Promise<void>) => {
    const pending = Array.from({ length: batch }, () => contents.next(MB))
    const lane = async () => {
      for (let next = pending.pop(); next; next = pending.pop()) await store(next)
    }
    const ms = await timed(() => Promise.all(Array.from({ length: parallel }, lane)))
    return (batch * MB) / 1e6 / (ms / 1000)
  }
  const ours: number[] = []
  const floor: number[] = []
  for (let i = 0; i < WARM_UP; i++) await offloadRaw(http, contents.next(MB))
  for (let round = 0; round < 12; round++) {
    ours.push(await stretch((content) => offloadRaw(http, content)))
    floor.push(await stretch((content) => hashWriteFlush(folder, content)))
  }
  return {
    spillwayMBps: summarize(ours),
    hashWriteFsyncMBps: summarize(floor),
    ratio: ratio(ours, floor),
  }
}

/** The same offloads into an empty store and into a full one. */
async function seeded(empty: HttpLoad, contents: UniqueContents) {
  await using daemon = await startDaemon({}, (home) => seedEntries(home, SEEDED_ENTRIES))
  using full = load(daemon)
  const samples = await interleave(
    {
      empty: () => offloadRaw(empty, contents.next(16 * KB)),
      full: () => offloadRaw(full, contents.next(16 * KB)),
    },
    { rounds: 300, warmUp: 30 },
  )
  const change = percentile(samples.full, 0.5) / percentile(samples.empty, 0.5) - 1
  return {
    entries: SEEDED_ENTRIES,
    empty: summarize(samples.empty),
    full: summarize(samples.full),
    change: Number(change.toFixed(3)),
  }
}

/** How much memory the daemon needs at most while a body streams in that is larger than it should ever hold. */
async function streaming(contents: UniqueContents) {
  await using daemon = await startDaemon()
  using http = load(daemon)
  await offloadRaw(http, contents.next(MB))
  const before = await memoryMb(daemon.pid)
  const body = function* () {
    for (let sent = 0; sent < STREAM_BYTES; sent += MB) yield contents.next(MB)
  }
  const ms = await timed(() => offloadRaw(http, Readable.from(body(), { objectMode: false })))
  return {
    bytes: STREAM_BYTES,
    seconds: Number((ms / 1000).toFixed(2)),
    MBps: Math.round(STREAM_BYTES / 1e6 / (ms / 1000)),
    memoryMbBefore: before,
    peakMemoryMb: await peakMemoryMb(daemon.pid),
  }
}

/** What can be measured alone: `node bench/offload.ts throughput stream`. */
const STAGES = ['latency', 'throughput', 'full', 'stream'] as const
type Stage = (typeof STAGES)[number]

function wantedStages(named: readonly string[]): ReadonlySet<Stage> {
  const wanted = STAGES.filter((stage) => named.includes(stage))
  if (wanted.length < named.length) throw new Error(`There are these stages: ${STAGES.join(', ')}.`)
  return new Set(wanted.length === 0 ? STAGES : wanted)
}

const wanted = wantedStages(process.argv.slice(2))
const folder = await mkdtemp(join(tmpdir(), 'spillway-bench-'))
try {
  const contents = new UniqueContents(10 * MB)
  await using daemon = await startDaemon()
  using http = load(daemon)
  const latencyMs = wanted.has('latency') ? await latencies(http, contents) : null
  const oneAtATime = wanted.has('throughput') ? await throughput(http, contents, folder, 1) : null
  const fourAtATime = wanted.has('throughput') ? await throughput(http, contents, folder, PARALLEL) : null
  const fullStore = wanted.has('full') ? await seeded(http, contents) : null
  const stream = wanted.has('stream') ? await streaming(contents) : null
  report({
    benchmark: 'offload',
    figures: {
      latencyMs,
      throughputOneAtATime: oneAtATime,
      throughputFourAtATime: fourAtATime,
      fullStore,
      stream,
    },
    budgets: [
      ...(oneAtATime === null
        ? []
        : [
            atLeast(
              'acknowledged throughput at 1 MB, one at a time, beside SHA-256 + writeFile + fsync',
              oneAtATime.ratio,
              0.5,
            ),
          ]),
      ...(fourAtATime === null ? [] : [atLeast('the same, four at a time', fourAtATime.ratio, 0.5)]),
      ...(fullStore === null
        ? []
        : [atMost('change of offload p50 with 100,000 entries in the store', fullStore.change, 0.2)]),
      ...(stream === null || stream.peakMemoryMb === null
        ? []
        : [atMost('peak memory in MB while 500 MB stream in', stream.peakMemoryMb, 300)]),
    ],
  })
} finally {
  await rm(folder, { recursive: true, force: true })
}
