import type { PolicyConfig } from '../../../shared/config.ts'
import type { Simulation } from '../../../shared/contract/simulate.ts'
import type { Pace } from './pace.ts'

/** Which recorded calls; null is no limit. */
export interface SimulationScope {
  readonly client: string | null
  readonly session: string | null
  readonly turn: string | null
  /** Milliseconds since 1970, half-open. */
  readonly from: number | null
  readonly to: number | null
}

export interface SimulateOrder {
  readonly scope: SimulationScope
  /** In force now: calls whose rule was not kept are taken to have been decided by it. */
  readonly current: PolicyConfig
  readonly policy: PolicyConfig
  /** Bytes; the curve has a point at each. */
  readonly thresholds: readonly number[]
}

/** @throws SpillwayError `unavailable` once it was stopped */
export type SimulateMethods = { simulate(order: SimulateOrder & { pace: Pace }): Simulation }
