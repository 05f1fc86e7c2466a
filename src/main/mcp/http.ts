import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  type Server,
} from '@modelcontextprotocol/server'
import { SpillwayError } from '../../shared/errors.ts'
import { META } from '../../shared/names.ts'
import type { Caller } from '../operations/services.ts'
import type { SessionOrigin } from '../recording/session-book.ts'
import { isObject } from '../rpc/message.ts'
import type { Connection, McpParts } from './connection.ts'
import { LegacySessions } from './legacy-sessions.ts'
import type { OpenServers } from './listeners.ts'
import { makeServer } from './server.ts'

/** One MCP request over HTTP, from a caller who has been let in. */
export interface McpRequest {
  readonly request: Request
  /** The parsed body of a POST, with the spelling of its numbers kept; undefined for other methods. */
  readonly body: unknown
  readonly caller: Caller
  readonly only: string | null
}

/** `/mcp` for both protocol revisions: the one with sessions (2025-11-25) and the stateless one (2026-07-28). */
export class McpHttp {
  readonly #parts: McpParts
  readonly #legacy: LegacySessions
  readonly #open: OpenServers
  readonly #modern: McpHttpHandler
  /** Who asked, for the factory that makes a request's server. */
  readonly #incoming = new WeakMap<Request, McpRequest>()

  constructor(parts: McpParts, open: OpenServers) {
    this.#parts = parts
    this.#open = open
    this.#legacy = new LegacySessions(parts, open)
    this.#modern = createMcpHandler(({ requestInfo }) => this.#serverFor(requestInfo), { legacy: 'reject' })
  }

  async handle(incoming: McpRequest): Promise<Response> {
    const { request, body, only } = incoming
    if (only !== null && !this.#parts.gateway.status().some((upstream) => upstream.name === only))
      throw new SpillwayError('not_found', `There is no server ${only}.`, 'See mcpServers in config.json.')
    if (request.method !== 'POST' || (await isLegacyRequest(request, body)))
      return this.#legacy.handle(incoming)
    this.#incoming.set(request, incoming)
    return this.#modern.fetch(request, { parsedBody: body })
  }

  toolsChanged(): void {
    this.#open.toolsChanged()
    this.#modern.notify.toolsChanged()
  }

  async close(): Promise<void> {
    await Promise.all([this.#legacy.close(), this.#modern.close()])
  }

  #serverFor(request: Request | undefined): Server {
    const incoming = request && this.#incoming.get(request)
    if (!incoming) throw new SpillwayError('internal', 'A request came without its caller.')
    return makeServer(this.#parts, statelessConnection(this.#parts, incoming))
  }
}

/** A stateless request: its session is the one it names, else the caller's rolling one. */
function statelessConnection({ services }: McpParts, { caller, body, only }: McpRequest): Connection {
  const origin: SessionOrigin = { ...originOf(caller, body), transport: 'stateless' }
  const named = caller.session ?? sessionInMeta(body)
  return {
    only,
    session: () =>
      named === null ? services.sessions.rolling(origin) : services.sessions.resolve(origin, named),
    scope: (session) => ({ session: session?.id ?? '', shared: true, cwd: null, forward: null }),
  }
}

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

function sessionInMeta(body: unknown): string | null {
  const params = isObject(body) && isObject(body['params']) ? body['params'] : {}
  const meta = isObject(params['_meta']) ? params['_meta'] : {}
  const named = meta[META.session]
  return typeof named === 'string' && named !== '' ? named : null
}
