import { storeLimits } from '../policy/limits.ts'
import { carryOutPrune } from './carry-out-prune.ts'
import type { Services } from './services.ts'

/** Applies the rules of life to the store, never twice at once. Whoever asks meanwhile shares the run that comes next. */
export class Retention {
  readonly #services: () => Services
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | null = null

  constructor(services: () => Services) {
    this.#services = services
  }

  /** Resolves when a run that began after this call is done. */
  run(): Promise<void> {
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = null
        this.#running = applyRetention(this.#services())
        return this.#running
      })
    return this.#next
  }

  /** The same where nobody waits for it. */
  soon(): void {
    this.run().catch((error: unknown) =>
      this.#services().log.error({ reason: String(error) }, 'retention failed'),
    )
  }
}

/**
 * First what is past its life, then, over the cap, what was used longest ago until below the low-water mark. Pins and turns under way
 * stay.
 */
async function applyRetention(services: Services): Promise<void> {
  const { maxBytes, lowWaterBytes } = storeLimits(services.config())
  await carryOutPrune(services, { client: null, expired: true, why: 'expired' })
  if ((await services.store.read.storedBytes(null)) > maxBytes)
    await carryOutPrune(services, { client: null, maxBytes: lowWaterBytes, why: 'evicted' })
}
