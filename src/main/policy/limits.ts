import type { Config } from '../../shared/config.ts'
import { effectivePolicy } from './rule.ts'

/** Eviction goes on to below the cap, or every further result would evict again. */
const LOW_WATER = 0.9
/** Room for what may not be evicted: pins and turns under way. */
const HARD_FACTOR = 2

/** How much the store may hold, in bytes on disk. */
export interface Limits {
  /** Over it, what was used longest ago goes. */
  readonly maxBytes: number
  /** Until no more than this is left. */
  readonly lowWaterBytes: number
  /** New content over it is not stored. */
  readonly hardMaxBytes: number
}

/** A preset's own cap counts where it is the lower one. A hard cap is never below the cap. */
export function storeLimits({ policy, retention }: Pick<Config, 'policy' | 'retention'>): Limits {
  const maxBytes = Math.min(retention.maxBytes, effectivePolicy(policy).maxBytes ?? Infinity)
  return {
    maxBytes,
    lowWaterBytes: Math.floor(maxBytes * LOW_WATER),
    hardMaxBytes: Math.max(maxBytes, retention.hardMaxBytes ?? maxBytes * HARD_FACTOR),
  }
}
