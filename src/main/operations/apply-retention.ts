import type { Services } from './services.ts'

/** Eviction goes on to below the cap, or every further result would evict again. */
const LOW_WATER = 0.9

/**
 * First what is past its life; then, over the cap, what was used longest ago until below the low-water mark. Pins and turns under
 * way stay.
 */
export async function applyRetention({ store, sessions, config, now }: Services): Promise<void> {
  const { maxBytes } = config().retention
  const order = { at: now(), client: null, guardedTurns: sessions.turnsInFlight(), dryRun: false }
  await store.write.prune({ ...order, expired: true, why: 'expired' })
  if ((await store.read.storedBytes(null)) > maxBytes)
    await store.write.prune({ ...order, maxBytes: Math.floor(maxBytes * LOW_WATER), why: 'evicted' })
}
