import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { ERROR_STATUS, reasonOf, SpillwayError, toErrorBody } from '../../shared/errors.ts'
import type { McpRequest } from '../mcp/request.ts'
import { parseJson } from '../rpc/json.ts'
import { ErrorCode } from '../rpc/message.ts'
import { credentialsIn } from './authorize.ts'
import { readText } from './body.ts'
import { callerFrom, type HttpParts } from './context.ts'
import { assertOwn } from './own-address.ts'

export interface McpEndpoint {
  /** Answers what is most of the traffic, tool calls, without the web's `Request` and `Response`; false: it is for `respond`. */
  answerPlainly(asked: McpRequest, outgoing: ServerResponse): Promise<boolean>
  respond(asked: McpRequest, request: Request): Promise<Response>
}

type McpParts = Pick<HttpParts, 'services' | 'authenticator' | 'address'> & { readonly mcp: McpEndpoint }

const PATH = /^\/mcp(?:\/([^/?]+))?(?:\?|$)/

/**
 * `/mcp` and `/mcp/SERVER`, on bare node:http: with a web framework in between, a small tool call costs several times as much.
 * Gives the listener of a request to one of the two, else null.
 */
export function mcpRoute(
  parts: McpParts,
): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> | null {
  return (incoming, outgoing) => {
    const path = PATH.exec(incoming.url ?? '')
    if (!path) return null
    return serve(parts, path[1] ?? null, incoming, outgoing).catch((error: unknown) => {
      logFault(parts, error)
      refuse(outgoing, error)
    })
  }
}

async function serve(
  { authenticator, address, mcp, services }: McpParts,
  server: string | null,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { method = 'GET', headers } = incoming
  assertOwn(address, headers.host, headers.origin)
  const caller = callerFrom(await authenticator.authenticate(credentialsIn(headers)), headers)
  let body: unknown
  if (method === 'POST') {
    const text = await readText(incoming, 'An MCP message')
    try {
      body = parseJson(text)
    } catch (error) {
      const fault = { code: ErrorCode.parse, message: `Parse error: ${reasonOf(error)}` }
      sendJson(outgoing, 400, { jsonrpc: '2.0', id: null, error: fault })
      return
    }
  }
  const asked: McpRequest = { method, headers, body, caller, only: decode(server) }
  if (await mcp.answerPlainly(asked, outgoing)) return
  const listener = getRequestListener((request) => mcp.respond(asked, request), {
    overrideGlobalObjects: false,
    errorHandler: (error) => {
      logFault({ services }, error)
      const { status, body: told } = refusal(error)
      return Response.json(told, { status })
    },
  })
  await listener(incoming, outgoing)
}

function decode(segment: string | null): string | null {
  try {
    return segment === null ? null : decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function logFault({ services }: Pick<McpParts, 'services'>, error: unknown): void {
  if (error instanceof SpillwayError) return
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
  services.log.error({ path: '/mcp', reason }, 'a request failed')
}

const refusal = (error: unknown) => ({
  status: error instanceof SpillwayError ? ERROR_STATUS[error.code] : 500,
  body: toErrorBody(error),
})

function refuse(outgoing: ServerResponse, error: unknown): void {
  const { status, body } = refusal(error)
  if (outgoing.headersSent) outgoing.destroy()
  else sendJson(outgoing, status, body)
}

function sendJson(outgoing: ServerResponse, status: number, value: object): void {
  const text = JSON.stringify(value)
  outgoing.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  outgoing.end(text)
}
