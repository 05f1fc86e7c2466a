import type { PruneResult } from '../../shared/contract/cache.ts'
import { getEntry } from './get-entry.ts'
import { removeEntry } from './remove-entry.ts'
import { type Caller, type Services, visibleTo } from './services.ts'

/** @throws SpillwayError `not_found` */
export async function deleteEntry(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<PruneResult> {
  await getEntry(services, caller, { id })
  return removeEntry(services, visibleTo(caller), id)
}
