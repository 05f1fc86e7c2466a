import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { numberOf } from '../rpc/json.ts'
import { isObject, type Params, RpcError } from '../rpc/message.ts'
import { callTool } from './call-tool.ts'
import type { Connection, McpParts } from './connection.ts'
import { listTools } from './list-tools.ts'
import type { Method } from './method.ts'
import { getPrompt, listPrompts } from './prompts.ts'
import { listResources, listTemplates, readResource } from './resources.ts'

/** The one table of what we answer ourselves, whichever way a request came. */
const methods = new Map<string, Method>([
  ['tools/list', async (parts, connection) => ({ tools: await listTools(parts, connection) })],
  ['tools/call', async (parts, connection, params, options) => callTool(parts, connection, params, options)],
  ['resources/list', listResources],
  ['resources/templates/list', listTemplates],
  ['resources/read', readResource],
  ['prompts/list', listPrompts],
  ['prompts/get', getPrompt],
])

/** A request under way, as its method sees it. */
export interface Exchange {
  /** Ends when the client cancels, or goes away where that means the same. */
  readonly signal: AbortSignal
  /** Tells the client something that belongs to this request, before its result. */
  notify(method: string, params: Params): void
}

/**
 * The raw result of a request.
 * @throws ProtocolError, with an upstream's own code and data where the error is its own; anything else is a fault of ours
 */
export async function answer(
  parts: McpParts,
  connection: Connection,
  { method, params = {} }: { method: string; params?: Params },
  exchange: Exchange,
): Promise<Record<string, unknown>> {
  const run = methods.get(method)
  if (!run) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found')
  try {
    return await run(parts, connection, params, {
      signal: exchange.signal,
      ...progressTo(params, (notice) => exchange.notify('notifications/progress', notice)),
    })
  } catch (error) {
    if (error instanceof RpcError) throw new ProtocolError(error.code, error.message, error.data)
    throw error
  }
}

/** Progress of the upstream's call under the token that the client chose for it. */
function progressTo(params: Params, tell: (progress: Params) => void) {
  const token = isObject(params['_meta']) ? params['_meta']['progressToken'] : undefined
  if (typeof token !== 'string' && typeof token !== 'number') return {}
  return {
    onProgress: (progress: Params) =>
      tell({ ...progress, progressToken: token, progress: numberOf(progress['progress']) ?? 0 }),
  }
}
