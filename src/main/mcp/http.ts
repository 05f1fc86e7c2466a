import type { ServerResponse } from 'node:http'
import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  type Server,
} from '@modelcontextprotocol/server'
import { SpillwayError } from '../../shared/errors.ts'
import { META_KEY } from '../gateway/modern.ts'
import type { ListKind, PeerForward } from '../gateway/scope.ts'
import type { SessionOrigin } from '../recording/session-book.ts'
import { ErrorCode, isObject, type Request as RpcRequest, RpcError } from '../rpc/message.ts'
import { newId } from '../store/ids.ts'
import { isAnswered } from './answer.ts'
import { answerPlainly } from './answer-plainly.ts'
import { CallReply } from './call-reply.ts'
import { ClientLink } from './client-link.ts'
import type { Connection, McpParts } from './connection.ts'
import { LegacySessions } from './legacy-sessions.ts'
import { watchAll, watchedIn } from './listen-watches.ts'
import type { OpenServers } from './listeners.ts'
import { plainCallIn } from './plain-call.ts'
import { type McpRequest, originOf, sessionInMeta } from './request.ts'
import { identity, makeServer } from './server.ts'

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

  /**
   * Answers a tool call with nothing unusual about it, which most requests are, past the SDK's transports: they are what a small call
   * would mostly pay for. False: the request is for `respond`.
   */
  async answerPlainly(asked: McpRequest, outgoing: ServerResponse): Promise<boolean> {
    const call = plainCallIn(asked)
    if (!call) return false
    this.#assertServer(asked)
    if (call.era === 'legacy') return this.#legacy.answerPlainly(asked, call.request, outgoing)
    await this.#answerStateless(asked, call.request, outgoing)
    return true
  }

  async respond(asked: McpRequest, request: Request): Promise<Response> {
    this.#assertServer(asked)
    if (asked.method !== 'POST' || (await isLegacyRequest(request, asked.body)))
      return this.#legacy.handle(asked, request)
    this.#incoming.set(request, asked)
    await this.#watch(asked, request.signal)
    return this.#modern.fetch(request, { parsedBody: asked.body })
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
  async #watch(asked: McpRequest, signal: AbortSignal): Promise<void> {
    const uris = watchedIn(asked.body)
    if (uris.length === 0) return
    const session = newId('s')
    const forward: PeerForward = {
      request: () => Promise.reject(new RpcError(ErrorCode.methodNotFound, 'nobody can be asked here')),
      notify: (_method, params) => this.#modern.notify.resourceUpdated(String(params?.['uri'])),
    }
    const connection = statelessConnection(this.#parts, asked)
    await watchAll(this.#parts, connection, { session, shared: true, cwd: null, forward }, uris)
    const end = () => void this.#parts.gateway.endSession(session)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  }

  /** A client of the newer revision cancels a request by going away. */
  async #answerStateless(asked: McpRequest, request: RpcRequest, outgoing: ServerResponse): Promise<void> {
    const gone = new AbortController()
    const cancel = () => gone.abort(new Error('the client went away'))
    outgoing.once('close', cancel)
    await answerPlainly(this.#parts, request, {
      connection: statelessConnection(this.#parts, asked),
      reply: new CallReply(outgoing),
      signal: gone.signal,
      encode: (result) => stamped(result, identity(this.#parts)),
    })
    outgoing.off('close', cancel)
  }

  #assertServer({ only }: McpRequest): void {
    if (only !== null && !this.#parts.gateway.has(only))
      throw new SpillwayError('not_found', `There is no server ${only}.`, 'See mcpServers in config.json.')
  }

  #serverFor(request: Request | undefined): Server {
    const asked = request && this.#incoming.get(request)
    if (!asked) throw new SpillwayError('internal', 'A request came without its caller.')
    const server = makeServer(this.#parts, statelessConnection(this.#parts, asked))
    // Only where it has no handler at all does the SDK say "not found" with HTTP 404, as the revision wants.
    if (!isObject(asked.body) || !isAnswered(asked.body['method'])) delete server.fallbackRequestHandler
    return server
  }
}

/** A result as 2026-07-28 has it: it says that it is complete, and whose it is. */
function stamped(result: Record<string, unknown>, serverInfo: object): Record<string, unknown> {
  const { _meta: meta = {} } = result
  return {
    ...result,
    resultType: result['resultType'] ?? 'complete',
    _meta: isObject(meta) ? { [META_KEY.serverInfo]: serverInfo, ...meta } : meta,
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
