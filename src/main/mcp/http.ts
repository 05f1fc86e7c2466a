import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  type Server,
} from '@modelcontextprotocol/server'
import { SpillwayError } from '../../shared/errors.ts'
import type { SessionOrigin } from '../recording/session-book.ts'
import { type McpRequest, originOf, sessionInMeta } from './request.ts'
import type { Connection, McpParts } from './connection.ts'
import { LegacySessions } from './legacy-sessions.ts'
import type { OpenServers } from './listeners.ts'
import { makeServer } from './server.ts'

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
