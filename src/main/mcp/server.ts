import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { APP_NAME } from '../../shared/names.ts'
import { numberOf } from '../rpc/json.ts'
import { isObject, type Params, RpcError } from '../rpc/message.ts'
import { callTool } from './call-tool.ts'
import type { Connection, McpParts } from './connection.ts'
import { listTools } from './list-tools.ts'
import type { Method } from './method.ts'
import { getPrompt, listPrompts } from './prompts.ts'
import { listResources, listTemplates, readResource } from './resources.ts'
import { instructions } from './scratchpad/definitions.ts'

const methods = new Map<string, Method>([
  ['tools/list', async (parts, connection) => ({ tools: await listTools(parts, connection) })],
  ['tools/call', async (parts, connection, params, options) => callTool(parts, connection, params, options)],
  ['resources/list', listResources],
  ['resources/templates/list', listTemplates],
  ['resources/read', readResource],
  ['prompts/list', listPrompts],
  ['prompts/get', getPrompt],
])

/**
 * The MCP server that one connection talks to. The SDK speaks the protocol (both revisions, errors, cancellation); our methods hang
 * on its fallback handler, which takes requests and gives results without reshaping them.
 */
export function makeServer(parts: McpParts, connection: Connection): Server {
  const server = new Server(
    { name: APP_NAME, title: 'Spillway', version: parts.services.version },
    { capabilities: { tools: { listChanged: true }, resources: {}, prompts: {} }, instructions },
  )
  server.fallbackRequestHandler = async ({ method, params = {} }, context) => {
    const run = methods.get(method)
    if (!run) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found')
    const { signal, notify } = context.mcpReq
    const progress = progressTo(params, (notice) => {
      // A client that has gone away is told nothing; its call is cancelled on its own way.
      notify({ method: 'notifications/progress', params: notice }).catch(() => undefined)
    })
    return passErrors(run(parts, connection, params, { signal, ...progress }))
  }
  return server
}

/** Progress of the upstream's call under the token that the client chose for it. */
function progressTo(
  params: Params,
  notify: (progress: Params & { progressToken: string | number; progress: number }) => void,
) {
  const token = isObject(params['_meta']) ? params['_meta']['progressToken'] : undefined
  if (typeof token !== 'string' && typeof token !== 'number') return {}
  return {
    onProgress: (progress: Params) =>
      notify({ ...progress, progressToken: token, progress: numberOf(progress['progress']) ?? 0 }),
  }
}

/** An upstream's own error goes on with its code and data. */
async function passErrors<T>(result: Promise<T>): Promise<T> {
  try {
    return await result
  } catch (error) {
    if (error instanceof RpcError) throw new ProtocolError(error.code, error.message, error.data)
    throw error
  }
}
