import type { OperationArgs, OperationOutput } from '../../shared/contract.ts'
import { SpillwayError } from '../../shared/errors.ts'
import { type Caller, type Services, visibleTo } from './services.ts'
import { sessionFilter } from './session-of.ts'

/** @throws SpillwayError `not_found`; another client's turn is not found either */
export async function replayTurn(
  { store }: Services,
  caller: Caller,
  { id: turn, limit }: OperationArgs<'replayTurn'>,
): Promise<OperationOutput<'replayTurn'>> {
  const found = await store.read.replay({ of: { turn }, limit, client: visibleTo(caller) })
  if (!found) throw new SpillwayError('not_found', `There is no turn ${turn}.`)
  return found
}

/** @throws SpillwayError `not_found`; another client's session is not found either */
export async function replaySession(
  services: Services,
  caller: Caller,
  { id, limit }: OperationArgs<'replaySession'>,
): Promise<OperationOutput<'replaySession'>> {
  const session = (await sessionFilter(services, caller, id)) ?? id
  const found = await services.store.read.replay({ of: { session }, limit, client: visibleTo(caller) })
  if (!found) throw new SpillwayError('not_found', `There is no session ${id}.`)
  return found
}
