import { homePaths } from '../../src/main/daemon/paths.ts'
import { newId } from '../../src/main/store/ids.ts'
import { assemble } from '../../src/main/store/ingest/assemble.ts'
import type { StepRecord } from '../../src/main/store/protocol.ts'
import { openStore, type Store } from '../../src/main/store/store.ts'

/** What a seeded timeline holds: `calls` events, of which every `calls / entries`th stored an entry. */
export interface TimelineSize {
  readonly calls: number
  readonly entries: number
  readonly sessions: number
  /** Calls of one turn: divides 2,000, what is written at once. */
  readonly turn: number
}

export const MILLION: TimelineSize = { calls: 1_000_000, entries: 100_000, sessions: 200, turn: 25 }

/** Written together, so that they share a commit. */
const GROUP = 2_000
/** The calls end now and lie this far apart. */
const APART_MS = 200
const TOOLS = [
  ['fs', 'read_text_file'],
  ['fs', 'search_files'],
  ['web', 'fetch'],
  ['db', 'query'],
  ['ci', 'run_tests'],
] as const
const KINDS = ['log', 'json', 'text', 'csv', 'tests'] as const

interface Place {
  readonly session: string
  readonly turn: string
  readonly turnNumber: number
}

/** Fills a home's store with a long history through the store itself: over HTTP it would take an hour. */
export async function seedTimeline(home: string, size: TimelineSize): Promise<void> {
  const store = await openStore({ file: homePaths(home).database, publish: () => {} })
  const begin = Date.now() - size.calls * APART_MS
  const every = Math.max(1, Math.round(size.calls / size.entries))
  try {
    const sessions = await Promise.all(Array.from({ length: size.sessions }, () => addSession(store, begin)))
    for (let done = 0; done < size.calls; done += GROUP) {
      const end = Math.min(size.calls, done + GROUP)
      const firstTurn = Math.floor(done / size.turn)
      const turns = await Promise.all(
        Array.from({ length: Math.ceil((end - done) / size.turn) }, (_, i) => {
          const turn = firstTurn + i
          const number = Math.floor(turn / size.sessions) + 1
          const at = begin + turn * size.turn * APART_MS
          return addTurn(store, sessions[turn % size.sessions] ?? '', number, at)
        }),
      )
      const group: Promise<unknown>[] = []
      for (let n = done; n < end; n++) {
        const place = turns[Math.floor(n / size.turn) - firstTurn]
        if (place === undefined) throw new Error('a turn is missing')
        group.push(
          store.write.commitStep(
            stepOf(place, n, (n % size.turn) + 1, begin + n * APART_MS, n % every === 0),
          ),
        )
      }
      await Promise.all(group)
    }
  } finally {
    await store.close()
  }
}

async function addSession(store: Store, at: number): Promise<string> {
  const { id } = await store.write.addSession({
    id: newId('s'),
    client: '',
    clientName: 'seed',
    projectPath: null,
    projectId: newId('p'),
    transport: 'api',
    externalKey: null,
    at,
  })
  return id
}

async function addTurn(store: Store, session: string, number: number, at: number): Promise<Place> {
  const turn = { client: '', session, number, prompt: null, externalKey: null, explicit: false, at }
  const { id } = await store.write.addTurn({ id: newId('t'), ...turn })
  return { session, turn: id, turnNumber: number }
}

function stepOf(place: Place, n: number, step: number, at: number, stored: boolean): StepRecord {
  const [server, tool] = TOOLS[n % TOOLS.length] ?? TOOLS[0]
  const bytes = Buffer.from(`result ${n} of ${tool}\n`.repeat(4))
  const rawBytes = stored ? 5_000 + ((n * 7_919) % 2_000_000) : 200 + (n % 3_000)
  const call: StepRecord['call'] = {
    id: newId('c'),
    client: '',
    ...place,
    step,
    server,
    tool,
    source: `${server}.${tool}`,
    arguments: null,
    isError: n % 97 === 0,
    outcome: stored ? 'offloaded' : 'inline',
    reason: null,
    startedAt: at,
    durationMs: n % 900,
    rawBytes,
    deliveredBytes: stored ? 1_200 : rawBytes,
    tokensRaw: Math.round(rawBytes / 4),
    tokensDelivered: stored ? 300 : Math.round(rawBytes / 4),
    result: null,
    delivered: null,
  }
  if (!stored) return { at, recorded: true, call, blobs: [], entries: [] }
  const blob = assemble(bytes, true)
  return {
    at,
    recorded: true,
    call,
    blobs: [blob],
    entries: [
      {
        id: newId('e'),
        name: `${tool}_${n}`,
        blob: 0,
        mime: null,
        kind: KINDS[n % KINDS.length] ?? 'text',
        complete: true,
        tier: 'project',
        ttlSeconds: 30 * 86_400,
        preview: `result ${n}`,
        previewSpans: [[0, 20]],
        deliveredText: `result ${n}`,
        omitted: blob.sizes,
        metadata: {},
      },
    ],
  }
}
