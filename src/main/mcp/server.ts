import { Server } from '@modelcontextprotocol/server'
import { APP_NAME } from '../../shared/names.ts'
import { answer } from './answer.ts'
import type { Connection, McpParts } from './connection.ts'
import { instructions } from './scratchpad/definitions.ts'

/**
 * The MCP server that one connection talks to. The SDK speaks the protocol (both revisions, errors, cancellation); our methods hang
 * on its fallback handler, which takes requests and gives results without reshaping them.
 */
export function makeServer(parts: McpParts, connection: Connection): Server {
  const server = new Server(
    { name: APP_NAME, title: 'Spillway', version: parts.services.version },
    { capabilities: { tools: { listChanged: true }, resources: {}, prompts: {} }, instructions },
  )
  server.fallbackRequestHandler = (request, { mcpReq: { signal, notify } }) =>
    answer(parts, connection, request, {
      signal,
      // A client that has gone away is told nothing; its call is cancelled on its own way.
      notify: (method, params) => void notify({ method, params }).catch(() => undefined),
    })
  return server
}
