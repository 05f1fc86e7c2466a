import type { OperationArgs, OperationOutput } from '../../../shared/contract.ts'
import { readerOf } from '../reader.ts'
import type { Caller, Services } from '../services.ts'
import { resolveReferences } from './resolve.ts'

/** `POST /resolve`: for programs that call their tools themselves. */
export async function resolve(
  services: Services,
  caller: Caller,
  { session, turn, value }: OperationArgs<'resolve'>,
): Promise<OperationOutput<'resolve'>> {
  const reader = await readerOf(services, { ...caller, session: session ?? caller.session }, '')
  return resolveReferences(services, { ...reader, turn: turn ?? reader.turn }, value)
}
