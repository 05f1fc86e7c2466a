import type { ServerResponse } from 'node:http'
import {
  isInitializeRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { SpillwayError } from '../../shared/errors.ts'
import type { ActiveSession } from '../recording/active-session.ts'
import { isObject, type Request as RpcRequest, type RequestId } from '../rpc/message.ts'
import { answerPlainly } from './answer-plainly.ts'
import { CallReply } from './call-reply.ts'
import { askThrough, ClientLink } from './client-link.ts'
import type { Connection, McpParts } from './connection.ts'
import { keepHandshake, keptHandshake } from './kept-handshake.ts'
import { type McpRequest, originOf } from './request.ts'
import type { OpenServers } from './listeners.ts'
import { IdleTimer } from './idle-timer.ts'
import { projectFromRoots } from './project-from-roots.ts'
import { watchOwnTools } from './own-tools.ts'
import { makeServer } from './server.ts'
import { SessionTransport } from './session-transport.ts'

const SESSION_HEADER = 'mcp-session-id'
/** A session that nobody uses is put away; its id is still good, and brings it back. */
const IDLE_MS = 30 * 60_000

interface OpenSession {
  readonly client: string
  readonly transport: SessionTransport
  readonly server: Server
  readonly connection: Connection
  readonly only: string | null
  readonly idle: IdleTimer
  /** Stops to care for it; the session goes on. */
  leave(): void
  close(): void
}

/**
 * The revision with sessions. The MCP session id is the agent's session; it is valid only with its own client's token and survives
 * a restart of the daemon.
 */
export class LegacySessions {
  readonly #parts: McpParts
  readonly #servers: OpenServers
  readonly #open = new Map<string, OpenSession>()
  /** Sessions that are being brought back: requests that arrive together must share one, and wait until it is ready. */
  readonly #reviving = new Map<string, Promise<OpenSession>>()

  /** What its client ended must not come back, as one that was only put away does. */
  readonly #ended = new Set<string>()

  constructor(parts: McpParts, servers: OpenServers) {
    this.#parts = parts
    this.#servers = servers
  }

  /** Answers a tool call in a session that is open, or without one. False: the session has to be brought back first, or is none. */
  async answerPlainly(asked: McpRequest, request: RpcRequest, outgoing: ServerResponse): Promise<boolean> {
    const id = sessionIdOf(asked)
    const cancelled = new AbortController()
    if (id === null) {
      await answerPlainly(this.#parts, request, {
        connection: this.#rolling(asked),
        reply: new CallReply(outgoing),
        signal: cancelled.signal,
      })
      return true
    }
    const open = this.#open.get(id)
    if (open?.client !== asked.caller.client || open.only !== asked.only || this.#reviving.has(id))
      return false
    const { connection, server, transport, idle } = open
    idle.refresh()
    const call = { reply: new CallReply(outgoing, { [SESSION_HEADER]: id }), cancelled }
    transport.calls.set(request.id, call)
    await answerPlainly(this.#parts, request, {
      connection,
      reply: call.reply,
      signal: cancelled.signal,
      ask: askThrough((question, schema, options) =>
        server.request(question, schema, { ...options, relatedRequestId: request.id }),
      ),
    })
    if (transport.calls.get(request.id) === call) transport.calls.delete(request.id)
    return true
  }

  async handle(asked: McpRequest, request: Request): Promise<Response> {
    const { body, caller } = asked
    const id = sessionIdOf(asked)
    if (id !== null) {
      const open = await this.#resume(id, asked, request)
      open.idle.refresh()
      cancelCall(open.transport, body)
      const response = await open.transport.handleRequest(request, { parsedBody: body })
      if (request.method === 'DELETE' && response.ok) {
        this.#ended.add(id)
        open.close()
      }
      return response
    }
    if (isInitializeRequest(body)) {
      const { sessions } = this.#parts.services
      const origin = { ...originOf(caller, body), transport: 'http' as const }
      const session =
        caller.session === null
          ? await sessions.start(origin)
          : await sessions.resolve(origin, caller.session)
      this.#ended.delete(session.id)
      await keepHandshake(this.#parts.services, session.id, body)
      return (await this.#start(session, asked)).transport.handleRequest(request, { parsedBody: body })
    }
    return this.#once(asked, request)
  }

  async close(): Promise<void> {
    for (const open of this.#open.values()) open.close()
  }

  async #once(asked: McpRequest, request: Request): Promise<Response> {
    if (request.method !== 'POST')
      throw new SpillwayError(
        'invalid_input',
        `${request.method} needs an ${SESSION_HEADER} header.`,
        'Initialize first.',
      )
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: undefined })
    await makeServer(this.#parts, this.#rolling(asked)).connect(transport)
    return transport.handleRequest(request, { parsedBody: asked.body })
  }

  /** A client of that revision that keeps no session: each request for itself, in the caller's rolling session. */
  #rolling({ body, caller, only }: McpRequest): Connection {
    const { sessions } = this.#parts.services
    const origin = { ...originOf(caller, body), transport: 'stateless' as const }
    const { session: named } = caller
    return {
      only,
      client: caller.client,
      link: new ClientLink(),
      session: () => (named === null ? sessions.rolling(origin) : sessions.resolve(origin, named)),
      scope: (session) => ({ session: session?.id ?? '', shared: true, cwd: null, forward: null }),
    }
  }

  /** @throws SpillwayError `not_found`, also for a session of another client or endpoint */
  async #resume(id: string, asked: McpRequest, request: Request): Promise<OpenSession> {
    const { caller, only } = asked
    // Whose it is comes first: the wait for it must not tell a stranger that it exists.
    const session = await this.#parts.services.sessions.byId(caller.client, id)
    const reviving = this.#reviving.get(id)
    const known = reviving ? await reviving : this.#open.get(id)
    if (this.#ended.has(id) || (known && known.only !== only))
      throw new SpillwayError('not_found', 'There is no such session.', 'Initialize again.')
    if (known) return known
    const revived = this.#revive(session, asked, request).finally(() => this.#reviving.delete(id))
    this.#reviving.set(id, revived)
    return revived
  }

  async #revive(session: ActiveSession, asked: McpRequest, request: Request): Promise<OpenSession> {
    const params = await keptHandshake(this.#parts.services, session.id)
    const revived = await this.#start(session, asked)
    const message = { jsonrpc: '2.0', id: 'resumed', method: 'initialize', params }
    await revived.transport.handleRequest(handshakeRequest(request, message), { parsedBody: message })
    return revived
  }

  async #start(session: ActiveSession, { caller, only }: McpRequest): Promise<OpenSession> {
    const transport = new SessionTransport({ sessionIdGenerator: () => session.id })
    const link = new ClientLink()
    const connection: Connection = {
      only,
      client: caller.client,
      link,
      settle: projectFromRoots(this.#parts, session, link),
      session: async () => session,
      stateful: () => true,
      scope: () => ({ session: session.id, shared: false, cwd: session.info.projectPath, forward: null }),
    }
    const server = makeServer(this.#parts, connection)
    await server.connect(transport)
    const forget = this.#servers.add(server)
    const unwatch = watchOwnTools(this.#parts.services, server, () => Promise.resolve(session))
    const leave = () => {
      open.idle.stop()
      forget()
      unwatch()
    }
    const close = () => {
      leave()
      this.#open.delete(session.id)
      void server.close()
      void this.#parts.gateway.endSession(session.id)
    }
    const open: OpenSession = {
      client: caller.client,
      transport,
      server,
      connection,
      only,
      idle: new IdleTimer(IDLE_MS, () => transport.calls.size > 0, close),
      leave,
      close,
    }
    // A client that greets us anew for a session of its naming takes it over; what it left behind must not end it later.
    this.#open.get(session.id)?.leave()
    this.#open.set(session.id, open)
    return open
  }
}

function sessionIdOf({ headers }: McpRequest): string | null {
  const id = headers[SESSION_HEADER]
  return typeof id === 'string' ? id : null
}

/** The client's word that it no longer wants one of the calls that are answered plainly. */
function cancelCall({ calls }: SessionTransport, body: unknown): void {
  if (!isObject(body) || body['method'] !== 'notifications/cancelled' || !isObject(body['params'])) return
  const { requestId, reason } = body['params']
  const why = typeof reason === 'string' ? reason : 'cancelled'
  calls.get(requestId as RequestId)?.cancelled.abort(new Error(why))
}

function handshakeRequest(original: Request, message: object): Request {
  return new Request(original.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(message),
  })
}
