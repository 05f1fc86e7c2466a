import type { OperationArgs, OperationOutput } from '../../shared/contract.ts'
import { parseFilter } from '../../shared/filter/parse.ts'
import { effectivePolicy } from '../policy/rule.ts'
import { type Caller, isAdmin, type Services, visibleTo } from './services.ts'
import { sessionFilter } from './session-of.ts'

export async function listEntries(
  services: Services,
  caller: Caller,
  { filter, ...input }: OperationArgs<'listEntries'>,
): Promise<OperationOutput<'listEntries'>> {
  const session = await sessionFilter(services, caller, input.session)
  return services.store.read.entries({
    ...input,
    ...(session === undefined ? {} : { session }),
    ...(await turnOf(services, caller, session)),
    ...(filter === undefined ? {} : { filter: { terms: parseFilter(filter), now: services.now() } }),
    client: visibleTo(caller),
  })
}

/** Under turn isolation an agent's list is that of the current turn, of the session or of each (M9); a person who looks sees all. */
async function turnOf(
  services: Services,
  caller: Caller,
  session: string | undefined,
): Promise<{ turn?: string; newestTurns?: true }> {
  const isolated = effectivePolicy(services.config().policy).isolation === 'turn'
  if (!isolated || isAdmin(caller)) return {}
  if (session === undefined) return { newestTurns: true }
  const state = await services.store.read.sessionState({ client: caller.client, id: session })
  return { turn: state?.turn?.id ?? '' }
}
