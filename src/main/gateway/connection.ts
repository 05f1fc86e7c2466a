import { ConnectionClosed, ErrorCode, RpcError, isObject } from '../rpc/message.ts'
import type { Params } from '../rpc/message.ts'
import { Peer } from '../rpc/peer.ts'
import type { RequestOptions } from '../rpc/peer.ts'
import type { Transport } from '../rpc/transport.ts'
import { handshake } from './handshake.ts'
import type { Handshake, HandshakeOptions } from './handshake.ts'
import { SessionExpired } from './http-errors.ts'
import { argumentHeaders } from './http-headers.ts'
import { Listening } from './listening.ts'
import type { Log } from './log.ts'
import { isWanted } from './log-levels.ts'
import { withEnvelope, withoutEnvelope, withoutStamp } from './modern.ts'
import type { Identity } from './modern.ts'
import type { ResourceWatches } from './resource-watches.ts'
import type { CallScope, ListKind, PeerForward } from './scope.ts'

export interface ConnectionHooks {
  listChanged(list: ListKind): void
  /** Called once, however the connection ended. */
  closed(): void
}

export interface ConnectionOptions extends Omit<HandshakeOptions, 'identity'> {
  /** What we say of ourselves where no client is concerned. */
  identity: Identity
  /** One connection for many sessions: the server's questions cannot be told apart. */
  shared: boolean
  /** Outlives the connection: whoever watches a resource goes on doing so when the server was restarted. */
  watches: ResourceWatches
  log: Log
}

const LIST_NOTICES: ReadonlyMap<string, ListKind> = new Map([
  ['notifications/tools/list_changed', 'tools'],
  ['notifications/prompts/list_changed', 'prompts'],
  ['notifications/resources/list_changed', 'resources'],
])
const SET_LEVEL_MS = 5_000

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
  readonly #listening: Listening
  #logLevel: string | null = null

  private constructor(transport: Transport, options: ConnectionOptions, hooks: ConnectionHooks) {
    this.#options = options
    this.#hooks = hooks
    this.#peer = new Peer(transport, {
      request: (method, params, signal) => this.#answer(method, params, signal),
      notification: (method, params) => this.#notice(method, params),
      error: (error) => options.log.debug({ err: error }, 'upstream transport'),
      close: () => this.#end(),
    })
    this.#listening = new Listening({
      open: (notifications, signal) => this.ask('subscriptions/listen', { notifications }, { signal }),
      wanted: () => this.#wantedNotices(),
      signal: this.#ended.signal,
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
    void connection.#resubscribe()
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
      if (this.handshake.era === 'legacy') {
        assertFirstRound(params)
        await this.setLogLevel(scope)
        return await this.#peer.request(method, withoutEnvelope(params), options)
      }
      if (method === 'resources/subscribe' || method === 'resources/unsubscribe') {
        await this.#listening.renew()
        return {}
      }
      const enveloped = withEnvelope(params, this.#identify(scope))
      if (this.#options.transport === 'http' && method === 'tools/call')
        options.headers = argumentHeaders(options.inputSchema, params?.['arguments'])
      return withoutStamp(await this.#peer.request(method, enveloped, options))
    } catch (error) {
      // Only this request is known not to have run; closing here fails the others as what they are.
      if (error instanceof SessionExpired) await this.close()
      throw error
    } finally {
      this.#active.delete(active)
    }
  }

  /** Hands on what the client said unasked, which only the revision with sessions has. */
  async notify(method: string, params: Params | undefined): Promise<void> {
    if (this.handshake.era === 'legacy') await this.#peer.notify(method, withoutEnvelope(params))
  }

  /** Tells an older server which log messages its client wants; a newer one hears it with every request. */
  async setLogLevel({ logLevel }: CallScope): Promise<void> {
    const { era, capabilities } = this.handshake
    if (era !== 'legacy' || !isObject(capabilities['logging']) || typeof logLevel !== 'string') return
    const known = this.#logLevel
    // Of the sessions that share a server, the one that wants most decides; the others are spared the rest on the way to them.
    if (known === logLevel || (this.#options.shared && known !== null && isWanted(logLevel, known))) return
    this.#logLevel = logLevel
    await this.#peer
      .request('logging/setLevel', { level: logLevel }, { timeoutMs: SET_LEVEL_MS })
      .catch((error: unknown) => this.#options.log.debug({ err: error }, 'the log level was not taken'))
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
      ...(scope.logLevel !== undefined && { logLevel: scope.logLevel }),
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

  /** The client of the call under way; of a shared connection known only while there is exactly one. */
  #wayBack(): PeerForward | null {
    const latest = [...this.#active].at(-1)?.forward ?? null
    if (!this.#options.shared) return latest ?? this.#home
    return this.#active.size === 1 ? latest : null
  }

  #notice(method: string, given: Params | undefined): void {
    const list = LIST_NOTICES.get(method)
    // What a message says of our own subscription means nothing on the next hop.
    const params = withoutEnvelope(given)
    if (method === 'notifications/subscriptions/acknowledged') this.#listening.acknowledged()
    else if (list === 'tools' || (list !== undefined && this.#options.shared)) this.#hooks.listChanged(list)
    else if (list !== undefined) this.#home?.notify(method, params)
    else if (method !== 'notifications/resources/updated' || !this.#options.watches.tell(method, params))
      this.#wayBack()?.notify(method, params)
  }

  /** What a 2026-07-28 server is asked to tell: changes of its lists, and of the resources that are watched. */
  #wantedNotices(): Record<string, unknown> {
    const listsOf = (['tools', 'prompts', 'resources'] satisfies ListKind[]).flatMap((kind) => {
      const capability = this.handshake.capabilities[kind]
      return isObject(capability) && capability['listChanged'] === true ? [[`${kind}ListChanged`, true]] : []
    })
    const { uris } = this.#options.watches
    return { ...Object.fromEntries(listsOf), ...(uris.length > 0 && { resourceSubscriptions: uris }) }
  }

  /** A new connection hears what an earlier one to the same server was asked for. */
  async #resubscribe(): Promise<void> {
    if (this.handshake.era === 'modern') return this.#listening.renew()
    for (const uri of this.#options.watches.uris)
      await this.ask('resources/subscribe', { uri }, { signal: this.#ended.signal }).catch((error: unknown) =>
        this.#options.log.debug({ err: error, uri }, 'a resource is no longer watched'),
      )
  }

  #end(): void {
    this.#ended.abort(new ConnectionClosed())
    this.#hooks.closed()
  }
}

/** A server of an older revision has never issued a request state: one that comes with a request is of a call that was parked here. */
function assertFirstRound(params: Params | undefined): void {
  if (params?.['requestState'] !== undefined)
    throw new RpcError(ErrorCode.invalidParams, 'Invalid or expired requestState', {
      reason: 'invalid_request_state',
    })
}
