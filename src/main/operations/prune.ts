import type { OperationArgs } from '../../shared/contract.ts'
import type { PruneResult } from '../../shared/contract/cache.ts'
import { carryOutPrune, dryRun, type Prune } from './carry-out-prune.ts'
import { type Caller, type Services, visibleTo } from './services.ts'
import { sessionFilter } from './session-of.ts'

/** Removes what the filters name together; with none of them, what is past its life. Pins and turns under way stay. */
export async function prune(
  services: Services,
  caller: Caller,
  input: OperationArgs<'prune'>,
): Promise<PruneResult> {
  const { all, olderThanSeconds, tool, maxBytes, ids } = input
  const session = await sessionFilter(services, caller, input.session)
  const anything =
    all || [olderThanSeconds, tool, maxBytes, session, ids].some((filter) => filter !== undefined)
  const order: Prune = {
    client: visibleTo(caller),
    ...(olderThanSeconds === undefined ? {} : { olderThanSeconds }),
    ...(session === undefined ? {} : { session }),
    ...(tool === undefined ? {} : { tool }),
    ...(maxBytes === undefined ? {} : { maxBytes }),
    ...(all ? { all } : {}),
    ...(ids === undefined ? {} : { ids }),
    expired: !anything,
    why: 'pruned',
  }
  return input.dryRun ? dryRun(services, order) : carryOutPrune(services, order)
}
