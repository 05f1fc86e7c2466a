import type { PruneResult } from '../../shared/contract.ts'
import { getEntry } from './get-entry.ts'
import { type Caller, type Services, visibleTo } from './services.ts'

/** Removes one entry, pinned or not: whoever names it means it. */
export async function deleteEntry(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<PruneResult> {
  await getEntry(services, caller, { id })
  return services.store.write.prune({
    at: services.now(),
    client: visibleTo(caller),
    ids: [id],
    evenPinned: true,
    guardedTurns: [],
    dryRun: false,
    why: 'deleted',
  })
}
