import type { PeerForward } from '../gateway/scope.ts'
import { isObject, type Message, type Params } from '../rpc/message.ts'
import type { Connection, McpParts } from './connection.ts'
import { instructions } from './scratchpad/definitions.ts'

/** What a connection's client is told at its greeting: ours, and what its upstreams have said of themselves so far. */
export function instructionsFor({ gateway }: McpParts, { only }: Connection): string {
  const said = gateway
    .names(only)
    .map((name) => ({ name, text: gateway.describe(name)?.instructions?.trim() ?? '' }))
    .filter(({ text }) => text !== '')
  return [instructions, ...said.map(({ name, text }) => (only === null ? `# ${name}\n${text}` : text))].join(
    '\n\n',
  )
}

/** The parameters of a handshake; null of any other message. */
export const handshakeIn = (message: Message): Params | null =>
  'method' in message && message.method === 'initialize' && 'id' in message ? (message.params ?? {}) : null

/**
 * Has those upstreams greeted that have said nothing of themselves yet, so that their instructions can be told. A client lists tools
 * next, which starts them anyway. What they ask meanwhile waits until the client is ready to be asked.
 * @param ready when it has said so
 */
export async function greetUpstreams(
  { gateway, services }: McpParts,
  connection: Connection,
  { capabilities, clientInfo }: Params,
  ready: Promise<void>,
): Promise<void> {
  const { link, only } = connection
  const forward: PeerForward = {
    request: async (method, params, signal) => {
      await ready
      return link.request(method, params, signal)
    },
    notify: (method, params) => link.notify(method, params),
  }
  const scope = {
    ...connection.scope(null),
    forward,
    ...(isObject(capabilities) && { clientCapabilities: capabilities }),
    ...(isObject(clientInfo) && { clientInfo }),
  }
  const silent = gateway.names(only).filter((name) => gateway.describe(name) === null)
  await Promise.all(silent.map((name) => gateway.listTools(scope, name))).catch((error: unknown) =>
    services.log.warn({ reason: String(error) }, 'a server is not there any more'),
  )
}
