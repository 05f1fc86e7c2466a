import type { OperationOutput } from '../../shared/contract.ts'
import { SpillwayError } from '../../shared/errors.ts'
import { parseJson } from '../rpc/json.ts'
import { type Caller, type Services, visibleTo } from './services.ts'

/** One recorded call with its exact result and what was delivered. @throws SpillwayError `not_found` */
export async function getCall(
  { store }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<OperationOutput<'getCall'>> {
  const found = await store.read.call({ id, client: visibleTo(caller) })
  if (!found) throw new SpillwayError('not_found', `There is no call ${id}.`)
  const parsed = (json: string | null) => (json === null ? null : parseJson(json))
  const { call, entries, pruned, clientCall, repeats } = found
  return {
    ...call,
    resolvedArguments: parsed(found.resolved),
    result: parsed(found.result),
    delivered: parsed(found.delivered),
    error: parsed(found.error),
    entries: [...entries],
    pruned,
    clientCall,
    repeats,
  }
}
