import type { PruneResult } from '../../shared/contract.ts'
import type { Services } from './services.ts'

/** Removes one entry, pinned or not: whoever names it means it. */
export function removeEntry(services: Services, client: string | null, id: string): Promise<PruneResult> {
  return services.store.write.prune({
    at: services.now(),
    client,
    ids: [id],
    evenPinned: true,
    guardedTurns: [],
    dryRun: false,
    why: 'deleted',
  })
}
