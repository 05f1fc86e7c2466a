import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  type Server,
} from '@modelcontextprotocol/server'
import { SpillwayError } from '../../shared/errors.ts'
import type { ListKind, PeerForward } from '../gateway/scope.ts'
import type { SessionOrigin } from '../recording/session-book.ts'
import { ErrorCode, RpcError } from '../rpc/message.ts'
import { newId } from '../store/ids.ts'
import { type McpRequest, originOf, sessionInMeta } from './request.ts'
import { ClientLink } from './client-link.ts'
import type { Connection, McpParts } from './connection.ts'
import { LegacySessions } from './legacy-sessions.ts'
import { watchAll, watchedIn } from './listen-watches.ts'
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
    await this.#watch(incoming)
    return this.#modern.fetch(request, { parsedBody: body })
  }

  listChanged(list: ListKind): void {
    this.#open.listChanged(list)
    const { notify } = this.#modern
    if (list === 'tools') notify.toolsChanged()
    else if (list === 'prompts') notify.promptsChanged()
    else notify.resourcesChanged()
  }

  async close(): Promise<void> {
    await Promise.all([this.#legacy.close(), this.#modern.close()])
  }

  /** Before the client hears that it is subscribed, so that no change is missed. */
  async #watch(incoming: McpRequest): Promise<void> {
    const uris = watchedIn(incoming.body)
    if (uris.length === 0) return
    const session = newId('s')
    const forward: PeerForward = {
      request: () => Promise.reject(new RpcError(ErrorCode.methodNotFound, 'nobody can be asked here')),
      notify: (_method, params) => this.#modern.notify.resourceUpdated(String(params?.['uri'])),
    }
    const { signal } = incoming.request
    const connection = statelessConnection(this.#parts, incoming)
    await watchAll(this.#parts, connection, { session, shared: true, cwd: null, forward }, uris)
    const end = () => void this.#parts.gateway.endSession(session)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
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
    client: caller.client,
    link: new ClientLink(),
    session: () =>
      named === null ? services.sessions.rolling(origin) : services.sessions.resolve(origin, named),
    scope: (session) => ({ session: session?.id ?? '', shared: true, cwd: null, forward: null }),
  }
}
