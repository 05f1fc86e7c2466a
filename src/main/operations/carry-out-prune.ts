import type { PruneResult } from '../../shared/contract/cache.ts'
import { inBatches, sumOf } from '../retention/plan.ts'
import type { PruneOrder } from '../store/protocol.ts'
import type { Services } from './services.ts'

/** Rows that one write removes: some milliseconds of the writer's time, and other writes get through between. */
const BATCH_ROWS = 256

export interface Prune extends Omit<PruneOrder, 'at' | 'callsBefore' | 'guardedTurns'> {
  readonly why: string
}

/** What an order would remove: exactly the rows and bytes that `carryOutPrune` then does. */
export async function dryRun(services: Services, { why: _why, ...order }: Prune): Promise<PruneResult> {
  return sumOf(await services.store.read.prunePlan({ ...order, ...nowOf(services) }))
}

/** Plans on a thread that only reads, then removes in batches; what is used or pinned meanwhile stays. */
export async function carryOutPrune(services: Services, { why, ...order }: Prune): Promise<PruneResult> {
  const now = nowOf(services)
  const units = await services.store.read.prunePlan({ ...order, ...now })
  const total = { entries: 0, blobs: 0, freedBytes: 0, ids: new Array<string>() }
  for (const batch of inBatches(units, BATCH_ROWS)) {
    const done = await services.store.write.prune({
      at: now.at,
      client: order.client,
      evenPinned: order.evenPinned ?? false,
      ...(order.ifVersion === undefined ? {} : { ifVersion: order.ifVersion }),
      ...(order.unleasedBut === undefined ? {} : { unleasedBut: order.unleasedBut }),
      units: batch,
      why,
    })
    total.entries += done.entries
    total.blobs += done.blobs
    total.freedBytes += done.freedBytes
    total.ids.push(...done.ids)
  }
  return total
}

function nowOf({ now, config, sessions }: Services) {
  const at = now()
  return {
    at,
    callsBefore: at - config().recording.ttlSeconds * 1000,
    guardedTurns: sessions.turnsInFlight(),
  }
}
