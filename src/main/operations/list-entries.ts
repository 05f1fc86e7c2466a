import type { OperationArgs, OperationOutput } from '../../shared/contract.ts'
import { type Caller, type Services, visibleTo } from './services.ts'
import { sessionFilter } from './session-of.ts'

export async function listEntries(
  services: Services,
  caller: Caller,
  input: OperationArgs<'listEntries'>,
): Promise<OperationOutput<'listEntries'>> {
  const session = await sessionFilter(services, caller, input.session)
  return services.store.read.entries({
    ...input,
    ...(session === undefined ? {} : { session }),
    client: visibleTo(caller),
  })
}
