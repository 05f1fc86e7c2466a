import { setTimeout as sleep } from 'node:timers/promises'
import { ConnectionClosed, ErrorCode, RpcError, isObject } from '../rpc/message.ts'
import type { Params } from '../rpc/message.ts'
import { Peer } from '../rpc/peer.ts'
import type { RequestOptions } from '../rpc/peer.ts'
import type { Transport } from '../rpc/transport.ts'
import { handshake } from './handshake.ts'
import type { Handshake, HandshakeOptions } from './handshake.ts'
import { SessionExpired } from './http-errors.ts'
import { argumentHeaders } from './http-headers.ts'
import type { Log } from './log.ts'
import { withEnvelope, withoutEnvelope } from './modern.ts'
import type { Identity } from './modern.ts'
import type { CallScope, PeerForward } from './scope.ts'

export interface ConnectionHooks {
  toolsChanged(): void
  /** Called once, however the connection ended. */
  closed(): void
}

export interface ConnectionOptions extends Omit<HandshakeOptions, 'identity'> {
  /** What we say of ourselves where no client is concerned. */
  identity: Identity
  /** One connection for many sessions: the server's questions cannot be told apart. */
  shared: boolean
  log: Log
}

const RELISTEN_MS = 1_000
const MAX_RELISTEN_MS = 30_000

/** One live connection to a server, of either era; which one is nobody else's concern. */
export class Connection {
  readonly #peer: Peer
  readonly #options: ConnectionOptions
  readonly #hooks: ConnectionHooks
  readonly #active = new Set<CallScope>()
  readonly #ended = new AbortController()
  #handshake: Handshake | null = null
  /** The way back to the session that this connection belongs to. */
  #home: PeerForward | null = null

  private constructor(transport: Transport, options: ConnectionOptions, hooks: ConnectionHooks) {
    this.#options = options
    this.#hooks = hooks
    this.#peer = new Peer(transport, {
      request: (method, params, signal) => this.#answer(method, params, signal),
      notification: (method, params) => this.#notice(method, params),
      error: (error) => options.log.debug({ err: error }, 'upstream transport'),
      close: () => this.#end(),
    })
  }

  /** A connection that is ready for requests. @throws what kept it from being so; the transport is closed then */
  static async open(
    transport: Transport,
    scope: CallScope,
    options: ConnectionOptions,
    hooks: ConnectionHooks,
  ): Promise<Connection> {
    const connection = new Connection(transport, options, hooks)
    if (!options.shared) connection.#home = scope.forward
    try {
      await connection.#peer.start()
      connection.#handshake = await handshake(connection.#peer, {
        ...options,
        identity: connection.#identify(scope),
      })
    } catch (error) {
      await connection.close()
      throw error
    }
    void connection.#subscribe()
    return connection
  }

  get closed(): boolean {
    return this.#ended.signal.aborted
  }

  get handshake(): Handshake {
    if (this.#handshake === null) throw new ConnectionClosed('the connection is not ready')
    return this.#handshake
  }

  /** The raw result of a request that we make for ourselves; it is no call that a question could belong to. */
  ask(method: string, params: Params, options: RequestOptions): Promise<unknown> {
    const isLegacy = this.handshake.era === 'legacy'
    return this.#peer.request(
      method,
      isLegacy ? params : withEnvelope(params, this.#options.identity),
      options,
    )
  }

  /** The raw result of a request on behalf of `scope`; rejects as `Peer.request` does. */
  async request(
    scope: CallScope,
    method: string,
    params: Params | undefined,
    options: RequestOptions & { inputSchema?: unknown },
  ): Promise<unknown> {
    if (!this.#options.shared) this.#home = scope.forward ?? this.#home
    // A copy stands for this one call, because one scope may have several under way.
    const active = { ...scope }
    this.#active.add(active)
    try {
      if (this.handshake.era === 'legacy')
        return await this.#peer.request(method, withoutEnvelope(params), options)
      const headers =
        method === 'tools/call' ? argumentHeaders(options.inputSchema, params?.['arguments']) : {}
      const enveloped = withEnvelope(params, this.#identify(scope))
      return await this.#peer.request(method, enveloped, { ...options, headers })
    } catch (error) {
      // Only this request is known not to have run; closing here fails the others as what they are.
      if (error instanceof SessionExpired) await this.close()
      throw error
    } finally {
      this.#active.delete(active)
    }
  }

  async close(): Promise<void> {
    await this.#peer.close()
  }

  #identify(scope: CallScope): Identity {
    const { identity, shared } = this.#options
    // A 2025 server hears it once for all; on a shared one each call is forwarded or refused by itself.
    if (this.#handshake === null && shared)
      return { ...identity, clientCapabilities: { elicitation: {}, sampling: {} } }
    return {
      clientInfo: scope.clientInfo ?? identity.clientInfo,
      clientCapabilities: scope.clientCapabilities ?? identity.clientCapabilities,
    }
  }

  async #answer(method: string, params: Params | undefined, signal: AbortSignal): Promise<unknown> {
    if (method === 'ping') return {}
    const forward = this.#wayBack()
    if (forward !== null) return forward.request(method, params, signal)
    const message =
      this.#options.shared && this.#active.size !== 1
        ? `${method} is refused: ${this.#active.size} calls share this server, so it is unclear whom it asks`
        : `${method} is refused: the client does not take such requests`
    throw new RpcError(ErrorCode.methodNotFound, message)
  }

  /** Of a shared connection known only while exactly one call is under way. */
  #wayBack(): PeerForward | null {
    if (!this.#options.shared) return this.#home
    const [only] = this.#active
    return this.#active.size === 1 ? (only?.forward ?? null) : null
  }

  #notice(method: string, params: Params | undefined): void {
    if (method === 'notifications/tools/list_changed') this.#hooks.toolsChanged()
    // The server's word on our own subscription means nothing on the next hop.
    else if (method !== 'notifications/subscriptions/acknowledged') this.#wayBack()?.notify(method, params)
  }

  /** In 2026-07-28 a server says that its lists changed only to those who asked to hear it. */
  async #subscribe(): Promise<void> {
    if (this.handshake.era === 'legacy') return
    const notifications = Object.fromEntries(
      ['tools', 'prompts', 'resources'].flatMap((kind) => {
        const capability = this.handshake.capabilities[kind]
        return isObject(capability) && capability['listChanged'] === true
          ? [[`${kind}ListChanged`, true]]
          : []
      }),
    )
    if (Object.keys(notifications).length === 0) return
    const { signal } = this.#ended
    for (let delay = RELISTEN_MS; !signal.aborted; delay = Math.min(delay * 2, MAX_RELISTEN_MS)) {
      const refused = await this.ask('subscriptions/listen', { notifications }, { signal }).then(
        () => false,
        (error: unknown) => error instanceof RpcError,
      )
      if (refused) return
      await sleep(delay, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  #end(): void {
    this.#ended.abort(new ConnectionClosed())
    this.#hooks.closed()
  }
}
