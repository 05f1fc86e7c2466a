import { setTimeout as sleep } from 'node:timers/promises'
import { SpillwayError } from '../../shared/errors.ts'
import type { Announced } from './writes/events.ts'
import { programEntry } from '../threads/entry.ts'
import { ThreadPool } from '../threads/pool.ts'
import { type Methods, Thread } from '../threads/thread.ts'
import { Housekeeping } from './housekeeping.ts'
import { type InOrder, inOrder } from './in-order.ts'
import type { CountSteps } from './late-steps.ts'
import type { KeeperMethods, StoreWrites } from './protocol.ts'
import type { StoreThreadData } from './worker.ts'
import type { Written } from './writer.ts'

/**
 * The one interface to what is kept: every read and every write by name. Behind it SQLite in threads of its own, so that
 * the event loop never waits for a disk. A write is acknowledged once it is committed; what it announces is published then, in order.
 */
export interface Store extends InOrder {
  /** Gives all free room back to the disk, so that nothing that was deleted is left in a file. @throws SpillwayError `conflict` */
  shrink(): Promise<void>
  close(): Promise<void>
}

export interface StoreOptions {
  readonly file: string
  readonly publish: (announced: Announced) => void
  /** For steps that nobody waits for: without it their records have estimates. */
  readonly countTokens?: CountSteps
}

/** The chunks of a body that streams in are not needed again by whoever sends them. */
function handedOver(method: string, order: unknown): ArrayBuffer[] {
  if (method !== ('appendStage' satisfies keyof StoreWrites)) return []
  const { data } = order as Parameters<StoreWrites['appendStage']>[0]
  return [data.buffer as ArrayBuffer]
}

/** How many bytes of contents a write carries. */
function bytesIn(method: string, order: unknown): number {
  if (method === ('appendStage' satisfies keyof StoreWrites))
    return (order as Parameters<StoreWrites['appendStage']>[0]).data.length
  if (method !== ('commitStep' satisfies keyof StoreWrites)) return 0
  const { blobs } = order as Parameters<StoreWrites['commitStep']>[0]
  return blobs.reduce((sum, blob) => sum + ('chunks' in blob ? blob.storedBytes : 0), 0)
}

/** There is only something to keep for a moment after a write. */
const KEEPER = { min: 0, max: 1, idleMs: 10_000 }

type RawMethods = Record<string, (order: unknown) => unknown>

/** Opens (and where needed creates or migrates) the database of a home. @throws SpillwayError `unsupported` for a newer one. */
export async function openStore({ file, publish, countTokens }: StoreOptions): Promise<Store> {
  const thread = <M extends Methods>(role: StoreThreadData['role']) =>
    new Thread<M>(programEntry(import.meta.url, './worker.ts', 'store-worker.js'), `store-${role}`, {
      role,
      file,
    })

  const writer = thread<RawMethods>('writer')
  await writer.call('open', null)
  const reader = thread<RawMethods>('reader')
  const keeper = new ThreadPool<KeeperMethods>(() => thread('keeper'), KEEPER)
  const checkpoint = () => keeper.run((keeping) => keeping.call('checkpoint', null))

  const chore = async (method: 'sweep' | 'vacuum', order: unknown) =>
    ((await writer.call(method, order)) as Written).value
  const housekeeping = new Housekeeping({
    checkpoint,
    sweep: async (order) => (await chore('sweep', order)) === true,
    vacuum: async (order) => Number(await chore('vacuum', order)),
  })
  // What a daemon that was killed left behind.
  housekeeping.soon()

  const faces = inOrder({
    read: (method, order) => reader.call(method, order),
    write: async (method, order) => {
      // Before the call: what is handed over has no length any more.
      const bytes = bytesIn(method, order)
      const { value, announced } = (await writer.call(method, order, handedOver(method, order))) as Written
      for (const one of announced) publish(one)
      housekeeping.soon(bytes)
      return value
    },
    count: countTokens,
  })
  return {
    ...faces,
    shrink: () => untilDone(() => keeper.run((keeping) => keeping.call('shrink', null))),
    async close() {
      await faces.later.settled()
      await housekeeping.close()
      await checkpoint().catch(() => undefined)
      await Promise.all([writer.kill(), reader.kill(), keeper.close()])
    },
  }
}

const TRIES = 100
const PAUSE_MS = 50

async function untilDone(attempt: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    if (await attempt()) return
    await sleep(PAUSE_MS)
  }
  throw new SpillwayError(
    'conflict',
    'The database is in use without a pause, so its room could not be given back.',
    'Try again when fewer agents are at work.',
  )
}
