import type { PruneResult } from '../../shared/contract/cache.ts'
import type { PruneOrder } from '../store/protocol.ts'
import { carryOutPrune } from './carry-out-prune.ts'
import type { Services } from './services.ts'

/** Removes one entry, pinned or not: whoever names it means it. Nothing goes where it is not as `only` says. */
export function removeEntry(
  services: Services,
  client: string | null,
  id: string,
  only: Pick<PruneOrder, 'ifVersion' | 'unleasedBut'> = {},
): Promise<PruneResult> {
  return carryOutPrune(services, { client, ids: [id], ...only, evenPinned: true, why: 'deleted' })
}
