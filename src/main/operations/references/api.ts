import type { OperationArgs, OperationOutput } from '../../../shared/contract.ts'
import type { ResolvedData } from '../../../shared/event.ts'
import { readerOf } from '../reader.ts'
import type { Caller, Services } from '../services.ts'
import { resolveReferences } from './resolve.ts'

/** `POST /resolve`: for programs that call their tools themselves. Told in the timeline as the gateway's own. */
export async function resolve(
  services: Services,
  caller: Caller,
  { session, turn, value }: OperationArgs<'resolve'>,
): Promise<OperationOutput<'resolve'>> {
  const here = await readerOf(services, { ...caller, session: session ?? caller.session }, '')
  const reader = turn === undefined ? here : { ...here, turn: await turnOf(services, here.session, turn) }
  const answer = await resolveReferences(services, reader, value)
  if (answer.resolved.length > 0)
    await services.store.write.appendEvent({
      at: services.now(),
      type: 'reference.resolved',
      client: caller.client,
      session: reader.session,
      turn: reader.turn,
      entry: answer.resolved.find(({ entry }) => entry !== null)?.entry ?? null,
      data: { server: null, tool: null, resolved: answer.resolved } satisfies ResolvedData,
    })
  return answer
}

/** A turn by its id, its number or its caller's own name for it, as `POST /offload` takes it; null where there is none yet. */
async function turnOf({ store }: Services, session: string | null, key: string): Promise<string | null> {
  const found = session === null ? null : await store.read.turnByKey({ session, key })
  return found?.turn.id ?? null
}
