import { Server, type ServerContext } from '@modelcontextprotocol/server'
import { APP_NAME } from '../../shared/names.ts'
import { isObject, type Params } from '../rpc/message.ts'
import { answer, type RawRequest } from './answer.ts'
import { askThrough } from './client-link.ts'
import type { Connection, McpParts } from './connection.ts'
import { instructionsFor } from './instructions.ts'

/** What any upstream may have; the answers are empty where none does. */
const capabilities = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
  tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
}

/** What we say of ourselves. */
export const identity = ({ services }: McpParts) => ({
  name: APP_NAME,
  title: 'Spillway',
  version: services.version,
})

/**
 * The MCP server that one connection talks to. The SDK speaks the protocol (both revisions, errors, cancellation); our methods hang
 * on its fallback handler, which takes requests and gives results without reshaping them.
 */
export function makeServer(parts: McpParts, connection: Connection): Server {
  const server = new Server(identity(parts), {
    capabilities,
    instructions: instructionsFor(parts, connection),
  })
  // The SDK's own would keep the level to itself.
  server.removeRequestHandler('logging/setLevel')
  connection.link.attach(server)
  server.fallbackRequestHandler = (request, { mcpReq }) =>
    answer(parts, connection, asItCame(request, mcpReq), {
      signal: mcpReq.signal,
      // A client that has gone away is told nothing; its call is cancelled on its own way.
      notify: (method, params) => void mcpReq.notify({ method, params }).catch(() => undefined),
      ask: askThrough((asked, schema, options) => mcpReq.send(asked, schema, options)),
    })
  server.setNotificationHandler('notifications/roots/list_changed', async ({ method, params }) => {
    if (connection.stateful?.())
      await parts.gateway.notify(connection.scope(await connection.session()), method, params)
  })
  return server
}

/** A request with what the SDK takes out of it: the envelope of 2026-07-28, and a client's answers to an `input_required` result. */
function asItCame(
  { method, params }: { method: string; params?: Params | undefined },
  { envelope, inputResponses, requestState }: ServerContext['mcpReq'],
): RawRequest {
  const state = requestState()
  const meta = isObject(params?.['_meta']) ? params['_meta'] : {}
  return {
    method,
    params: {
      ...params,
      ...(envelope && { _meta: { ...meta, ...envelope } }),
      ...(inputResponses && { inputResponses }),
      ...(state !== undefined && { requestState: state }),
    },
  }
}
