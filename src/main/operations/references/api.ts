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
  return resolveReferences(
    services,
    turn === undefined ? reader : { ...reader, turn: await turnOf(services, reader.session, turn) },
    value,
  )
}

/** A turn by its id, its number or its caller's own name for it, as `POST /offload` takes it. */
async function turnOf({ store }: Services, session: string | null, key: string): Promise<string> {
  const found = session === null ? null : await store.read.turnByKey({ session, key })
  return found?.turn.id ?? key
}
