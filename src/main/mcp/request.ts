import type { IncomingHttpHeaders } from 'node:http'
import { META } from '../../shared/names.ts'
import type { Caller } from '../operations/services.ts'
import type { SessionOrigin } from '../recording/session-book.ts'
import { isObject } from '../rpc/message.ts'

/** One MCP request over HTTP, from a caller who has been let in. */
export interface McpRequest {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** The parsed body of a POST, with the spelling of its numbers kept; undefined for other methods. */
  readonly body: unknown
  readonly caller: Caller
  /** The only upstream wanted (`/mcp/SERVER`), else null. */
  readonly only: string | null
}

/** Who a session belongs to that this request starts. */
export function originOf(caller: Caller, body: unknown): Omit<SessionOrigin, 'transport'> {
  const { client, clientName, projectPath } = caller
  return { client, clientName: clientNameIn(body) ?? clientName, projectPath }
}

/** What the program calls itself: good for showing, never for deciding. */
function clientNameIn(body: unknown): string | null {
  const params = isObject(body) && isObject(body['params']) ? body['params'] : {}
  const meta = isObject(params['_meta']) ? params['_meta'] : {}
  const info = params['clientInfo'] ?? meta['io.modelcontextprotocol/clientInfo']
  return isObject(info) && typeof info['name'] === 'string' ? info['name'].slice(0, 100) : null
}

/** The session that a stateless request names in its `_meta`. */
export function sessionInMeta(body: unknown): string | null {
  const params = isObject(body) && isObject(body['params']) ? body['params'] : {}
  const meta = isObject(params['_meta']) ? params['_meta'] : {}
  const named = meta[META.session]
  return typeof named === 'string' && named !== '' ? named : null
}
