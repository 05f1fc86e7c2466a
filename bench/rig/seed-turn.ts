import { homePaths } from '../../src/main/daemon/paths.ts'
import { newId } from '../../src/main/store/ids.ts'
import { assemble } from '../../src/main/store/ingest/assemble.ts'
import type { NewRead, StepRecord } from '../../src/main/store/protocol.ts'
import { openStore } from '../../src/main/store/store.ts'

/** One long turn: so many calls, each with a stored log, and after every second one a read of it. */
export interface TurnSize {
  readonly calls: number
  /** Of all results together. */
  readonly bytes: number
}

/** A call takes this long, and the next one comes so much later; now and then the agent thinks for a minute. */
const CALL_MS = 800
const APART_MS = 2_500
const THINKS_MS = 60_000
const THINKS_EVERY = 40

/** Lines of a log, about `bytes` of them; one in a thousand tells of an error. */
function logBytes(bytes: number): Buffer {
  const lines: string[] = []
  for (let length = 0, n = 0; length < bytes; n++) {
    const level = n % 1_000 === 999 ? 'ERROR' : 'INFO '
    const line = `02:${String(n % 60).padStart(2, '0')} ${level} batch ${n} rows=${(n * 7_919) % 100_003}\n`
    lines.push(line)
    length += line.length
  }
  return Buffer.from(lines.join(''))
}

/** Fills a home's store with one turn through the store itself. @returns the turn's id */
export async function seedTurn(home: string, { calls, bytes }: TurnSize): Promise<string> {
  const store = await openStore({ file: homePaths(home).database, publish: () => {} })
  const span = calls * (APART_MS + THINKS_MS / THINKS_EVERY)
  let at = Date.now() - span
  try {
    const { id: session } = await store.write.addSession({
      id: newId('s'),
      client: '',
      clientName: 'seed',
      projectPath: null,
      projectId: newId('p'),
      transport: 'api',
      externalKey: null,
      at,
    })
    const prompt = 'find out in which of these logs the import stopped'
    const facts = { client: '', session, number: 1, prompt, externalKey: null, explicit: true, at }
    const { id: turn } = await store.write.addTurn({ id: newId('t'), ...facts })
    const body = logBytes(Math.round(bytes / calls))
    for (let step = 1; step <= calls; step++) {
      at += APART_MS + (step % THINKS_EVERY === 0 ? THINKS_MS : 0)
      const record = stepOf({ session, turn }, step, at, Buffer.concat([Buffer.from(`log ${step}\n`), body]))
      await store.write.commitStep(record)
      const entry = record.entries[0]?.id
      if (entry !== undefined && step % 2 === 0)
        await store.write.recordRead(readOf({ session, turn }, entry, at + CALL_MS + 400, body.length))
    }
    return turn
  } finally {
    await store.close()
  }
}

interface Place {
  readonly session: string
  readonly turn: string
}

function stepOf(place: Place, step: number, at: number, bytes: Buffer): StepRecord {
  const blob = assemble(bytes, true)
  const name = `read_text_file_${step}`
  const text = `[Stored by Spillway as ${name}: ${bytes.length} bytes]\n${bytes.toString('utf8', 0, 800)}`
  return {
    at: at + CALL_MS,
    recorded: true,
    call: {
      id: newId('c'),
      client: '',
      ...place,
      turnNumber: 1,
      step,
      server: 'fs',
      tool: 'read_text_file',
      source: 'fs.read_text_file',
      arguments: JSON.stringify({ path: `/var/log/import-${step}.log` }),
      isError: step % 97 === 0,
      outcome: 'offloaded',
      reason: null,
      startedAt: at,
      durationMs: CALL_MS,
      rawBytes: bytes.length,
      deliveredBytes: text.length,
      tokensRaw: Math.round(bytes.length / 3),
      tokensDelivered: 320,
      result: JSON.stringify({ content: [{ type: 'text', text: { $blob: blob.sha256, as: 'text' } }] }),
      delivered: JSON.stringify({ content: [{ type: 'text', text }] }),
    },
    blobs: [blob],
    entries: [
      {
        id: newId('e'),
        name,
        blob: 0,
        mime: 'text/plain',
        kind: 'log',
        complete: true,
        tier: 'project',
        ttlSeconds: 30 * 86_400,
        preview: bytes.toString('utf8', 0, 800),
        previewSpans: [[0, 800]],
        deliveredText: text,
        omitted: blob.sizes,
        metadata: {},
      },
    ],
  }
}

/** A grep with a hundred matches all over the entry. */
function readOf({ session, turn }: Place, entry: string, at: number, bytes: number): NewRead {
  const spans = Array.from({ length: 100 }, (_, n) => {
    const start = Math.floor((n / 100) * bytes)
    return [start, start + 60] as const
  })
  return {
    at,
    entry,
    session,
    turn,
    mode: 'grep',
    label: 'grep “ERROR”',
    params: { pattern: 'ERROR' },
    unit: 'matches',
    start: 0,
    end: 100,
    spans,
    chars: 6_000,
    bytes: 6_000,
    tokens: 2_000,
    durationMs: 9,
  }
}
