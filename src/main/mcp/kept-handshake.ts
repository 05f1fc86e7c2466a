import { reasonOf } from '../../shared/errors.ts'
import type { Services } from '../operations/services.ts'
import { parseJson, stringifyJson } from '../rpc/json.ts'
import { isObject, type Params } from '../rpc/message.ts'

/** More than any client says of itself. */
const LONGEST = 65_536

/** Of a session from before handshakes were kept: it can be asked nothing. */
const NOTHING_KNOWN: Params = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'resumed', version: '0' },
}

/** Keeps what the client of a session said of itself in its `initialize`; without it the session goes on all the same. */
export async function keepHandshake({ store, log }: Services, session: string, body: unknown): Promise<void> {
  const params = isObject(body) && isObject(body['params']) ? body['params'] : {}
  const { protocolVersion, capabilities, clientInfo } = params
  const handshake = stringifyJson({ protocolVersion, capabilities, clientInfo })
  if (handshake.length > LONGEST) return
  await store.write
    .keepHandshake({ session, handshake })
    .catch((error: unknown) => log.warn({ session, reason: reasonOf(error) }, 'a handshake was not kept'))
}

/** The `initialize` that brings a session back to where its client left it, after a restart of the daemon. */
export async function keptHandshake({ store }: Services, session: string): Promise<Params> {
  const kept = await store.read.handshake({ session })
  const params: unknown = kept === null ? null : parseJson(kept)
  return isObject(params) ? params : NOTHING_KNOWN
}
