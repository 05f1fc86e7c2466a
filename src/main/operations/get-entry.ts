import { SpillwayError } from '../../shared/errors.ts'
import type { OperationOutput } from '../../shared/contract.ts'
import { readerOf, viewerOf } from './reader.ts'
import { type Caller, type Services, visibleTo } from './services.ts'

/** @throws SpillwayError `not_found`; another client's entry is not found either, nor under turn isolation another turn's */
export async function getEntry(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<OperationOutput<'getEntry'>> {
  const entry = await services.store.read.entry({ id, client: visibleTo(caller) })
  const { turn } = viewerOf(services, await readerOf(services, caller, id))
  const isHidden = turn !== null && entry?.note === false && entry.turn !== turn
  if (!entry || isHidden) throw new SpillwayError('not_found', `There is no entry ${id}.`)
  return entry
}
