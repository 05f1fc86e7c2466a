import { copyFile, mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiClient } from '../src/main/client/api.ts'
import { downloadExport, uploadRecording } from '../src/main/client/transfer.ts'
import { UniqueContents } from './rig/content.ts'
import { startDaemon } from './rig/daemon.ts'
import { HttpLoad } from './rig/http-load.ts'
import { atMost, report } from './rig/report.ts'
import { percentile, summarize, timed } from './rig/samples.ts'

/** What it costs to write a large turn to a file and to take it in elsewhere, and what others feel of that. */

const MB = 1024 * 1024
const CALLS = Number(process.env['SPILLWAY_BENCH_CALLS'] ?? 500)
const CALL_BYTES = 4 * MB
const ROUNDS = 3

const contents = new UniqueContents(CALL_BYTES)
const folder = await mkdtemp(join(tmpdir(), 'spillway-bench-'))
try {
  await using daemon = await startDaemon()
  using http = new HttpLoad(daemon.url, { authorization: `Bearer ${daemon.token}` })
  const api = apiClient(daemon)
  const address = { ...daemon, version: '' }
  const { id: session } = await api.createSession({})
  const { id: turn } = await api.startTurn({ session, prompt: 'a large turn' })
  const offload = async (bytes: number, query: string) => {
    const headers = { 'content-type': 'application/octet-stream' }
    const began = performance.now()
    await http.send(`/api/v1/offload?tool=bench&force=true${query}`, { headers, body: contents.next(bytes) })
    return performance.now() - began
  }
  for (let call = 0; call < CALLS; call++) await offload(CALL_BYTES, `&session=${session}`)

  const raw = join(folder, 'raw')
  const plain = await open(raw, 'w')
  for (let call = 0; call < CALLS; call++) await plain.write(contents.next(CALL_BYTES))
  await plain.close()

  const file = join(folder, 'turn.spillway')
  const quiet: number[] = []
  for (let i = 0; i < 200; i++) quiet.push(await offload(4_096, ''))
  const samples = { exportMs: [] as number[], copyRawMs: [] as number[], copyStoredMs: [] as number[] }
  const during: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    samples.copyRawMs.push(await timed(() => copyBytes(raw, join(folder, 'copy'))))
    samples.exportMs.push(await timed(() => downloadExport(address, { turn }, file, () => undefined)))
    samples.copyStoredMs.push(await timed(() => copyBytes(file, join(folder, 'copy'))))
  }
  // Others call all the while, in an export that is not timed.
  const others = { call: true }
  const exporting = downloadExport(address, { turn }, file, () => undefined).finally(() => {
    others.call = false
  })
  while (others.call) during.push(await offload(4_096, ''))
  await exporting

  await using other = await startDaemon()
  const importMs = await timed(() => uploadRecording({ ...other, version: '' }, file, () => undefined))
  const p50 = (name: keyof typeof samples) => percentile(samples[name], 0.5)
  report({
    benchmark: 'export',
    figures: {
      calls: CALLS,
      rawBytes: CALLS * CALL_BYTES,
      fileBytes: (await stat(file)).size,
      exportMs: summarize(samples.exportMs),
      copyRawMs: summarize(samples.copyRawMs),
      copyStoredMs: summarize(samples.copyStoredMs),
      besideCopyingTheFile: Number((p50('exportMs') / p50('copyStoredMs')).toFixed(2)),
      importMs: Math.round(importMs),
      otherCallsMs: { quiet: summarize(quiet), whileExporting: summarize(during) },
    },
    budgets: [
      atMost(
        'export beside copying the bytes of the results',
        Number((p50('exportMs') / p50('copyRawMs')).toFixed(2)),
        3,
      ),
    ],
  })
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** Into a new file; what was there is removed first, or the second copy would find its pages in memory. */
async function copyBytes(from: string, to: string): Promise<void> {
  await rm(to, { force: true })
  await copyFile(from, to)
}
