import { isInitializeRequest, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import { SpillwayError } from '../../shared/errors.ts'
import type { ActiveSession } from '../recording/active-session.ts'
import { ClientLink } from './client-link.ts'
import type { Connection, McpParts } from './connection.ts'
import { type McpRequest, originOf } from './request.ts'
import type { OpenServers } from './listeners.ts'
import { watchOwnTools } from './own-tools.ts'
import { makeServer } from './server.ts'

const SESSION_HEADER = 'mcp-session-id'
/** A session that nobody uses is put away; its id is still good, and brings it back. */
const IDLE_MS = 30 * 60_000

interface OpenSession {
  readonly client: string
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly session: ActiveSession
  readonly only: string | null
  idle: NodeJS.Timeout
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

  constructor(parts: McpParts, servers: OpenServers) {
    this.#parts = parts
    this.#servers = servers
  }

  async handle(incoming: McpRequest): Promise<Response> {
    const { request, body, caller } = incoming
    const id = request.headers.get(SESSION_HEADER)
    if (id !== null) {
      const open = await this.#resume(id, incoming)
      open.idle.refresh()
      const response = await open.transport.handleRequest(request, { parsedBody: body })
      if (request.method === 'DELETE' && response.ok) open.close()
      return response
    }
    if (isInitializeRequest(body)) {
      const { sessions } = this.#parts.services
      const origin = { ...originOf(caller, body), transport: 'http' as const }
      const session =
        caller.session === null
          ? await sessions.start(origin)
          : await sessions.resolve(origin, caller.session)
      return (await this.#start(session, incoming)).transport.handleRequest(request, { parsedBody: body })
    }
    return this.#once(incoming)
  }

  async close(): Promise<void> {
    for (const open of this.#open.values()) open.close()
  }

  /** A client of that revision that keeps no session: each request for itself, in the caller's rolling session. */
  async #once(incoming: McpRequest): Promise<Response> {
    const { request, body, caller, only } = incoming
    if (request.method !== 'POST')
      throw new SpillwayError(
        'invalid_input',
        `${request.method} needs an ${SESSION_HEADER} header.`,
        'Initialize first.',
      )
    const { sessions } = this.#parts.services
    const origin = { ...originOf(caller, body), transport: 'stateless' as const }
    const { session: named } = caller
    const connection: Connection = {
      only,
      client: caller.client,
      link: new ClientLink(),
      session: () => (named === null ? sessions.rolling(origin) : sessions.resolve(origin, named)),
      scope: (session) => ({ session: session?.id ?? '', shared: true, cwd: null, forward: null }),
    }
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: undefined })
    await makeServer(this.#parts, connection).connect(transport)
    return transport.handleRequest(request, { parsedBody: body })
  }

  /** @throws SpillwayError `not_found`, also for a session of another client or endpoint */
  async #resume(id: string, incoming: McpRequest): Promise<OpenSession> {
    const { caller, only } = incoming
    // Whose it is comes first: the wait for it must not tell a stranger that it exists.
    const session = await this.#parts.services.sessions.byId(caller.client, id)
    const reviving = this.#reviving.get(id)
    const known = reviving ? await reviving : this.#open.get(id)
    if (known && known.only !== only)
      throw new SpillwayError('not_found', 'There is no such session.', 'Initialize again.')
    if (known) return known
    const revived = this.#revive(session, incoming).finally(() => this.#reviving.delete(id))
    this.#reviving.set(id, revived)
    return revived
  }

  async #revive(session: ActiveSession, incoming: McpRequest): Promise<OpenSession> {
    const revived = await this.#start(session, incoming)
    await revived.transport.handleRequest(handshakeRequest(incoming.request), { parsedBody: HANDSHAKE })
    return revived
  }

  async #start(session: ActiveSession, { caller, only }: McpRequest): Promise<OpenSession> {
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => session.id })
    const server = makeServer(this.#parts, {
      only,
      client: caller.client,
      link: new ClientLink(),
      session: async () => session,
      stateful: () => true,
      scope: () => ({ session: session.id, shared: false, cwd: session.info.projectPath, forward: null }),
    })
    await server.connect(transport)
    const forget = this.#servers.add(server)
    const unwatch = watchOwnTools(this.#parts.services, server, () => Promise.resolve(session))
    const close = () => {
      clearTimeout(open.idle)
      forget()
      unwatch()
      this.#open.delete(session.id)
      void server.close()
      void this.#parts.gateway.endSession(session.id)
    }
    const open: OpenSession = {
      client: caller.client,
      transport,
      session,
      only,
      idle: setTimeout(close, IDLE_MS).unref(),
      close,
    }
    this.#open.set(session.id, open)
    return open
  }
}

/** What brings a transport back to where its client left it, after a restart of the daemon. */
const HANDSHAKE = {
  jsonrpc: '2.0',
  id: 'resumed',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'resumed', version: '0' } },
}

function handshakeRequest(original: Request): Request {
  return new Request(original.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(HANDSHAKE),
  })
}
