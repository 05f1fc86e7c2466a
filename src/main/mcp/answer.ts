import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { claimedVersion, MODERN_VERSION } from '../gateway/modern.ts'
import type { CallOptions, CallScope, PeerForward } from '../gateway/scope.ts'
import { numberOf } from '../rpc/json.ts'
import { isObject, type Params, RpcError } from '../rpc/message.ts'
import { callTool } from './call-tool.ts'
import { complete } from './completion.ts'
import type { Connection, McpParts } from './connection.ts'
import { listTools } from './list-tools.ts'
import { setLevel } from './logging.ts'
import type { Method } from './method.ts'
import { getPrompt, listPrompts } from './prompts.ts'
import { subscribe, unsubscribe } from './resource-subscriptions.ts'
import { askAboutTask, listTasks, taskResult } from './tasks.ts'
import { listResources, listTemplates, readResource } from './resources.ts'

/** The one table of what we answer ourselves, whichever way a request came. */
const methods = new Map<string, Method>([
  ['tools/list', async (parts, connection) => ({ tools: await listTools(parts, connection) })],
  ['tools/call', callTool],
  ['resources/list', listResources],
  ['resources/templates/list', listTemplates],
  ['resources/read', readResource],
  ['resources/subscribe', subscribe],
  ['resources/unsubscribe', unsubscribe],
  ['prompts/list', listPrompts],
  ['prompts/get', getPrompt],
  ['completion/complete', complete],
  ['logging/setLevel', setLevel],
  ['tasks/list', listTasks],
  ['tasks/get', askAboutTask('tasks/get')],
  ['tasks/cancel', askAboutTask('tasks/cancel')],
  ['tasks/result', taskResult],
])

export const isAnswered = (method: unknown): boolean => typeof method === 'string' && methods.has(method)

/** A request under way, as its method sees it. */
export interface Exchange {
  /** Ends when the client cancels, or goes away where that means the same. */
  readonly signal: AbortSignal
  /** Tells the client something that belongs to this request, before its result. */
  notify(method: string, params: Params): void
  /** Asks the client on this request's own stream; absent where there is none, and in 2026-07-28, which has no such requests. */
  readonly ask?: PeerForward['request']
}

/** A request as it came: with the envelope that one of revision 2026-07-28 has. */
export interface RawRequest {
  readonly method: string
  readonly params?: Params
}

/**
 * The raw result of a request.
 * @throws ProtocolError, with an upstream's own code and data where the error is its own; anything else is a fault of ours
 */
export async function answer(
  parts: McpParts,
  connection: Connection,
  { method, params = {} }: RawRequest,
  exchange: Exchange,
): Promise<Record<string, unknown>> {
  const run = parts.methods?.get(method) ?? methods.get(method)
  if (!run) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found')
  const { link } = connection
  const work = (client: Partial<CallScope>, options: CallOptions) => {
    const scope: Connection['scope'] = (session) => ({ ...connection.scope(session), ...client })
    return run(parts, { ...connection, scope }, params, options)
  }
  try {
    if (claimedVersion(params) === MODERN_VERSION)
      return await parts.parked.run({ client: connection.client, method, params, link }, exchange, work)
    const end = link.begin(exchange)
    try {
      await connection.settle?.()
      return await work(link.scope, { signal: exchange.signal, onProgress: progressTo(params, exchange) })
    } finally {
      end()
    }
  } catch (error) {
    if (error instanceof RpcError) throw new ProtocolError(error.code, error.message, error.data)
    throw error
  }
}

/** Hands on the progress of an upstream's call under the token that the client chose; undefined where it wants none. */
export function progressTo(
  params: Params,
  exchange: Exchange | null,
): ((progress: Params) => void) | undefined {
  const token = isObject(params['_meta']) ? params['_meta']['progressToken'] : undefined
  if (typeof token !== 'string' && typeof token !== 'number') return undefined
  return (progress) =>
    exchange?.notify('notifications/progress', {
      ...progress,
      progressToken: token,
      progress: numberOf(progress['progress']) ?? 0,
    })
}
