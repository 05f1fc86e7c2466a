import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { reasonOf, SpillwayError } from '../../shared/errors.ts'
import type { McpRequest } from '../mcp/request.ts'
import type { Caller } from '../operations/services.ts'
import { parseJson } from '../rpc/json.ts'
import { ErrorCode } from '../rpc/message.ts'
import { bearerIn } from './authenticate.ts'
import { credentialsIn } from './authorize.ts'
import { readText } from './body.ts'
import { callerFrom, type HttpParts } from './context.ts'
import { assertOwn } from './own-address.ts'
import { refusalOf } from './refusal.ts'
import { sameSecret } from './tokens.ts'

export interface McpEndpoint {
  /** Answers what is most of the traffic, tool calls, without the web's `Request` and `Response`; false: it is for `respond`. */
  answerPlainly(asked: McpRequest, outgoing: ServerResponse): Promise<boolean>
  respond(asked: McpRequest, request: Request): Promise<Response>
}

/** Where recordings are served. */
export interface ReplayDoor {
  /** Whose own token this is: it opens that endpoint, and nothing else. */
  withToken(id: string, isToken: (token: string) => boolean): ReplayEntrance | null
  /** @throws SpillwayError `not_found` */
  endpoint(caller: Caller, id: string): ReplayEntrance
}

type ReplayEntrance = McpEndpoint & { readonly replay: { readonly options: { readonly owner: Caller } } }

type McpParts = Pick<HttpParts, 'services' | 'authenticator' | 'address'> & {
  /** Null where a recording is shown read-only: then there are replays alone. */
  readonly mcp: McpEndpoint | null
  readonly replays: ReplayDoor
}

const PATH = /^\/mcp(?:\/replay\/([^/?]+)|\/([^/?]+))?\/?(?:\?|$)/

/** Of Streamable HTTP. */
const METHODS = ['POST', 'GET', 'DELETE']

interface Place {
  readonly replay: string | null
  readonly server: string | null
}

/**
 * `/mcp`, `/mcp/SERVER` and `/mcp/replay/ID`, on bare node:http: with a web framework in between, a small tool call costs several times as much.
 * Gives the listener of a request to one of them, else null.
 */
export function mcpRoute(
  parts: McpParts,
): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> | null {
  return (incoming, outgoing) => {
    const path = PATH.exec(incoming.url ?? '')
    if (!path) return null
    const place = { replay: path[1] ?? null, server: decode(path[2] ?? null) }
    return serve(parts, place, incoming, outgoing).catch((error: unknown) => {
      logFault(parts, error)
      refuse(outgoing, error)
    })
  }
}

async function serve(
  parts: McpParts,
  { replay, server }: Place,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { address, services } = parts
  const { method = 'GET', headers } = incoming
  assertOwn(address, headers.host, headers.origin)
  const { mcp, caller } = await enter(parts, replay, headers)
  if (!METHODS.includes(method)) {
    const fault = { code: ErrorCode.invalidRequest, message: `There is no ${method} here.` }
    sendJson(outgoing, 405, { jsonrpc: '2.0', id: null, error: fault }, { allow: METHODS.join(', ') })
    return
  }
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
  const asked: McpRequest = { method, headers, body, caller, only: server }
  if (await mcp.answerPlainly(asked, outgoing)) return
  // Streams among them stay open for as long as their client likes, but not without a token.
  outgoing.once(
    'close',
    services.clients.untilRevoked(caller.client, () => outgoing.destroy()),
  )
  const listener = getRequestListener((request) => mcp.respond(asked, request), {
    overrideGlobalObjects: false,
    errorHandler: (error) => {
      logFault({ services }, error)
      const { status, body: told, headers: also } = refusalOf(error)
      return Response.json(told, { status, headers: also })
    },
  })
  await listener(incoming, outgoing)
}

/** Who comes in, and to which endpoint. @throws SpillwayError `unauthorized`, `not_found` */
async function enter(
  { authenticator, mcp, replays }: McpParts,
  replay: string | null,
  headers: IncomingHttpHeaders,
): Promise<{ mcp: McpEndpoint; caller: Caller }> {
  const credentials = credentialsIn(headers)
  const bearer = bearerIn(credentials.authorization)
  const opened =
    replay === null || bearer === null
      ? null
      : replays.withToken(replay, (token) => sameSecret(token, bearer))
  if (opened) {
    const { client, clientName } = opened.replay.options.owner
    return { mcp: opened, caller: callerFrom({ client, name: clientName }, headers) }
  }
  const caller = callerFrom(await authenticator.authenticate(credentials), headers)
  if (replay !== null) return { mcp: replays.endpoint(caller, replay), caller }
  if (mcp) return { mcp, caller }
  throw new SpillwayError('not_found', 'A recording is open read-only: there are no servers here.')
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

function refuse(outgoing: ServerResponse, error: unknown): void {
  const { status, body, headers } = refusalOf(error)
  if (outgoing.headersSent) outgoing.destroy()
  else sendJson(outgoing, status, body, headers)
}

function sendJson(
  outgoing: ServerResponse,
  status: number,
  value: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(value)
  outgoing.writeHead(status, {
    ...headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  outgoing.end(text)
}
