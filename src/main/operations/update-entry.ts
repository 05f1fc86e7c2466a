import { SpillwayError } from '../../shared/errors.ts'
import type { OperationArgs, OperationOutput } from '../../shared/contract.ts'
import { assertName } from './entry-name.ts'
import { getEntry } from './get-entry.ts'
import { findContent, readerOf } from './reader.ts'
import type { Caller, Services } from './services.ts'

/** Pins, renames or changes the life of an entry that the caller may see. @throws SpillwayError `not_found`, `expired`, `conflict` */
export async function updateEntry(
  services: Services,
  caller: Caller,
  input: OperationArgs<'updateEntry'>,
): Promise<OperationOutput<'updateEntry'>> {
  if (input.pinned === undefined && input.name === undefined && input.ttlSeconds === undefined)
    throw new SpillwayError('invalid_input', 'Nothing to change.', 'Give `pinned`, `name` or `ttlSeconds`.')
  if (input.name !== undefined) assertName(input.name)
  await findContent(services, await readerOf(services, caller, input.id), input.id)
  await services.store.write.updateEntry({ ...input, at: services.now() })
  return getEntry(services, caller, input)
}
