import type { Entry } from '../../shared/entry.ts'
import { SpillwayError } from '../../shared/errors.ts'
import { storeLimits } from '../policy/limits.ts'
import type { StepRecord } from '../store/protocol.ts'
import type { Services } from './services.ts'

export type UncappedStep = Omit<StepRecord, 'maxBytes'>

/**
 * Writes a step, within the hard cap. At the cap room is made once: only what neither expiry nor eviction may take keeps it full.
 * @throws SpillwayError `storage_full`
 */
export async function commitStep(services: Services, step: UncappedStep): Promise<Entry[]> {
  const record: StepRecord = { ...step, maxBytes: storeLimits(services.config()).hardMaxBytes }
  try {
    return await services.store.write.commitStep(record)
  } catch (error) {
    if (!(error instanceof SpillwayError) || error.code !== 'storage_full') throw error
    await services.retention.run()
    return services.store.write.commitStep(record)
  }
}
