import { homePaths } from '../../src/main/daemon/paths.ts'
import { assemble } from '../../src/main/store/ingest/assemble.ts'
import { newId } from '../../src/main/store/ids.ts'
import type { StepRecord } from '../../src/main/store/protocol.ts'
import { openStore, type Store } from '../../src/main/store/store.ts'

const SESSIONS = 100
/** Written together, so that they share a commit. */
const GROUP = 500
/** The same for all: a preview of each would take longer than everything else. */
const PREVIEW = 'result of a tool that ran long ago\n'.repeat(8)

/** Fills a home's store with small entries through the store itself: over HTTP it would take minutes. */
export async function seedEntries(home: string, count: number): Promise<void> {
  const store = await openStore({ file: homePaths(home).database, publish: () => {} })
  try {
    const turns = await Promise.all(Array.from({ length: SESSIONS }, () => addTurn(store)))
    for (let done = 0; done < count; done += GROUP) {
      const group = Array.from({ length: Math.min(GROUP, count - done) }, (_, i) => {
        const turn = turns[(done + i) % SESSIONS] as Place
        return store.write.commitStep(stepOf(turn, done + i))
      })
      await Promise.all(group)
    }
  } finally {
    await store.close()
  }
}

interface Place {
  readonly session: string
  readonly turn: string
}

async function addTurn(store: Store): Promise<Place> {
  const at = Date.now()
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
  const turn = { client: '', session, number: 1, prompt: null, externalKey: null, explicit: false, at }
  const { id } = await store.write.addTurn({ id: newId('t'), ...turn })
  return { session, turn: id }
}

function stepOf({ session, turn }: Place, n: number): StepRecord {
  const at = Date.now()
  const bytes = Buffer.from(`result ${n} of a tool that ran long ago\n`.repeat(8))
  const blob = assemble(bytes, true)
  const call = newId('c')
  return {
    at,
    recorded: true,
    call: {
      id: call,
      client: '',
      session,
      turn,
      turnNumber: 1,
      step: Math.floor(n / SESSIONS) + 1,
      server: null,
      tool: 'seed',
      source: 'seed',
      arguments: null,
      isError: false,
      outcome: 'offloaded',
      reason: null,
      startedAt: at,
      durationMs: 1,
      rawBytes: bytes.length,
      deliveredBytes: 200,
      tokensRaw: 80,
      tokensDelivered: 50,
      result: null,
      delivered: null,
    },
    blobs: [blob],
    entries: [
      {
        id: newId('e'),
        name: `seed_${n}`,
        blob: 0,
        mime: null,
        kind: 'text',
        complete: true,
        tier: 'session',
        ttlSeconds: 86_400,
        preview: PREVIEW,
        previewSpans: [],
        deliveredText: PREVIEW,
        omitted: blob.sizes,
        metadata: {},
        isNote: false,
      },
    ],
  }
}
