import type { PruneResult } from '../../shared/contract/cache.ts'
import { carryOutPrune } from './carry-out-prune.ts'
import type { Services } from './services.ts'

/** Removes one entry, pinned or not: whoever names it means it. */
export function removeEntry(
  services: Services,
  client: string | null,
  id: string,
  ifVersion?: number,
): Promise<PruneResult> {
  return carryOutPrune(services, {
    client,
    ids: [id],
    ...(ifVersion === undefined ? {} : { ifVersion }),
    evenPinned: true,
    why: 'deleted',
  })
}
