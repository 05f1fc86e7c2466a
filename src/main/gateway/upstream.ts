import { setTimeout as sleep } from 'node:timers/promises'
import type { UpstreamConfig } from '../../shared/config.ts'
import type { UpstreamStatus } from '../../shared/contract/gateway.ts'
import { SpillwayError } from '../../shared/errors.ts'
import { ConnectionClosed, RequestTimeout, RpcError, isObject } from '../rpc/message.ts'
import type { Params } from '../rpc/message.ts'
import type { Connection } from './connection.ts'
import type { Era, Handshake } from './handshake.ts'
import { HttpError, SessionExpired } from './http-errors.ts'
import { withInput } from './input.ts'
import { Instance } from './instance.ts'
import { Latencies } from './latencies.ts'
import { isStdio, launch } from './launch.ts'
import type { Log } from './log.ts'
import type { Identity } from './modern.ts'
import { RingLog } from './ring-log.ts'
import type { Login } from './oauth/login.ts'
import { ResourceWatches } from './resource-watches.ts'
import type { CallOptions, CallScope, ListKind } from './scope.ts'
import { areSameTools, isSwitchedOn, isToolSwitchedOn } from './switches.ts'
import { ToolList, fetchTools } from './tool-list.ts'
import type { ToolDefinition } from './tool-list.ts'

export interface UpstreamOptions {
  name: string
  config: UpstreamConfig
  identity: Identity
  /** Null for one that cannot ask for it. */
  login: Login | null
  log: Log
  onstate(): void
  onlist(list: ListKind): void
  /** After so long without a call an instance ends. */
  idleMs?: number
  /** How long a start may take, greeting included: `npx` may have to download the server first. */
  startMs?: number
  /** How long the first listing waits for a start. */
  firstListMs?: number
}

const IDLE_MS = 30 * 60_000
const START_MS = 60_000
const FIRST_LIST_MS = 5_000
/** A listing after one that went on without this server: it must not wait again for what may never come. */
const NEXT_LIST_MS = 200

/** One configured server: its instances, its remembered tools and its figures. */
export class Upstream {
  readonly name: string
  readonly stderr = new RingLog()
  readonly #options: UpstreamOptions
  readonly #instances = new Map<string, Instance>()
  readonly #watches = new Map<string, ResourceWatches>()
  readonly #tools: ToolList
  #config: UpstreamConfig
  readonly #refreshing = new WeakMap<Connection, Promise<void>>()
  #era: Era | null = null
  #handshake: Handshake | null = null
  #error: string | null = null
  #calls = 0
  #errors = 0
  readonly #latencies = new Latencies()
  /** Somebody listed while there was no list yet, and has to hear when there is. */
  #missed = false
  #reported = ''

  constructor(options: UpstreamOptions) {
    this.#options = options
    this.name = options.name
    this.#config = options.config
    this.#tools = new ToolList((isFirst) => {
      options.onlist('tools')
      // Its prompts and resources were left out of the lists like its tools.
      for (const list of ['prompts', 'resources'] as const)
        if (isFirst && isObject(this.#handshake?.capabilities[list])) options.onlist(list)
      this.#report()
    })
  }

  get config(): UpstreamConfig {
    return this.#config
  }

  /** Takes a configuration that its connections can go on with; see `canGoOn`. */
  adjust(config: UpstreamConfig): void {
    const before = this.#config
    this.#config = config
    if (areSameTools(before, config)) return
    this.#report()
    if (this.#tools.tools !== null) this.#options.onlist('tools')
  }

  #offered(): readonly ToolDefinition[] {
    return (this.#tools.tools ?? []).filter(({ name }) => isToolSwitchedOn(this.#config, name))
  }

  get status(): UpstreamStatus {
    const states = [...this.#instances.values()].map((instance) => instance.state)
    const state = (['ready', 'starting'] as const).find((wanted) => states.includes(wanted))
    return {
      name: this.name,
      transport: isStdio(this.config) ? 'stdio' : 'http',
      state: isSwitchedOn(this.config) ? (state ?? (this.#error === null ? 'idle' : 'failed')) : 'disabled',
      error: this.#error,
      tools: this.#tools.tools === null ? null : this.#offered().length,
      enabledTools: this.config.enabledTools ?? null,
      disabledTools: this.config.disabledTools ?? [],
      instances: states.filter((each) => each === 'ready' || each === 'starting').length,
      calls: this.#calls,
      errors: this.#errors,
      latency: this.#latencies.figures,
    }
  }

  /** All tools as last heard of, those that are switched off too; null before the first time. */
  get tools(): readonly ToolDefinition[] | null {
    return this.#tools.tools
  }

  /** A tool as last heard of. */
  tool(name: string): ToolDefinition | undefined {
    return this.#tools.get(name)
  }

  /** What the server last said of itself; null before its first start. */
  get handshake(): Handshake | null {
    return this.#handshake
  }

  /** The tools that agents may use, waiting for a start only the first time and not for long: what comes later is announced. */
  async listTools(scope: CallScope): Promise<readonly ToolDefinition[]> {
    if (!isSwitchedOn(this.config)) return []
    if (this.#tools.tools !== null) return this.#offered()
    const patience = new AbortController()
    const { signal } = patience
    const started = this.#listOn(scope, signal).catch((error: unknown) =>
      this.#options.log.debug({ err: error, upstream: this.name }, 'not listed'),
    )
    const patienceMs = this.#missed ? NEXT_LIST_MS : (this.#options.firstListMs ?? FIRST_LIST_MS)
    const tooLong = sleep(patienceMs, undefined, { signal }).catch(() => undefined)
    await Promise.race([started, tooLong])
    patience.abort(new Error('the listing went on without this server'))
    this.#missed ||= this.#tools.tools === null
    return this.#offered()
  }

  /** Waits until the tools are known, for as long as a start takes. @throws as `request` */
  async knowTools(scope: CallScope, signal: AbortSignal | undefined): Promise<void> {
    if (this.#tools.tools !== null || !isSwitchedOn(this.config)) return
    try {
      await this.#listOn(scope, signal)
    } catch (error) {
      throw this.#explain(error, signal)
    }
  }

  /** Has its tools listed by the instance of that scope, which is started where need be. */
  #listOn(scope: CallScope, signal: AbortSignal | undefined): Promise<void> {
    return this.#instance(scope).look(
      scope,
      signal,
      (live) => this.#refreshing.get(live) ?? this.#refresh(live, false),
    )
  }

  /**
   * The raw result of a request on behalf of a session.
   * @throws RpcError with the server's own code and data; SpillwayError `upstream_failed` or `timeout`
   */
  async request(
    scope: CallScope,
    method: string,
    params: Params | undefined,
    options: CallOptions,
  ): Promise<unknown> {
    this.#assertSwitchedOn(method, params)
    this.#calls++
    const began = performance.now()
    try {
      const result = await this.#attempt(scope, method, params, options).catch((error: unknown) => {
        if (error instanceof SessionExpired) return this.#attempt(scope, method, params, options)
        throw error
      })
      if (isObject(result) && result['isError'] === true) this.#errors++
      this.#latencies.add(performance.now() - began)
      return result
    } catch (error) {
      this.#errors++
      throw this.#explain(error, options.signal)
    }
  }

  /** A client may still know a tool from an earlier list. */
  #assertSwitchedOn(method: string, params: Params | undefined): void {
    if (!isSwitchedOn(this.config))
      throw new SpillwayError('unavailable', `the server ${this.name} is switched off`)
    const tool = method === 'tools/call' ? params?.['name'] : undefined
    if (typeof tool === 'string' && !isToolSwitchedOn(this.config, tool))
      throw new SpillwayError('unavailable', `the tool ${tool} of ${this.name} is switched off`)
  }

  /**
   * Subscribes a session to a resource; its client is told of changes by `scope.forward`.
   * @throws as `request`
   */
  async watch(scope: CallScope, params: Params, options: CallOptions): Promise<unknown> {
    const [watches, uri] = [this.#watchesOf(scope), String(params['uri'])]
    if (scope.forward === null || !watches.add(uri, scope.session, scope.forward)) return {}
    try {
      return await this.request(scope, 'resources/subscribe', params, options)
    } catch (error) {
      watches.remove(uri, scope.session)
      throw error
    }
  }

  async unwatch(scope: CallScope, params: Params, options: CallOptions): Promise<unknown> {
    const isLast = this.#watchesOf(scope).remove(String(params['uri']), scope.session)
    return isLast ? this.request(scope, 'resources/unsubscribe', params, options) : {}
  }

  /** Tells the session's own instance, where it runs, what the client said. */
  async notify(scope: CallScope, method: string, params: Params | undefined): Promise<void> {
    if (this.#keyOf(scope) !== SHARED)
      await this.#instances.get(scope.session)?.connection?.notify(method, params)
  }

  /** Tells the session's instance, where it runs, which log messages are wanted; others hear it with their next request. */
  async setLogLevel(scope: CallScope): Promise<void> {
    await this.#instances.get(this.#keyOf(scope))?.connection?.setLogLevel(scope)
  }

  /** Ends every instance; the next call starts a new one, without waiting out an earlier failure. */
  async restart(): Promise<void> {
    await this.close()
    this.#error = null
    // Perhaps it was restarted because it is a newer version now.
    this.#era = null
    this.#report()
  }

  async endSession(session: string): Promise<void> {
    this.#watches.delete(session)
    const shared = this.#watches.get(SHARED)
    const unwatched = shared?.watchedBy(session).filter((uri) => shared.remove(uri, session)) ?? []
    const nobody: CallScope = { session, shared: true, cwd: null, forward: null }
    const tell = (uri: string) =>
      this.request(nobody, 'resources/unsubscribe', { uri }, {}).catch((error: unknown) =>
        this.#options.log.debug({ err: error, uri }, 'a subscription was not ended'),
      )
    const running = this.#instances.get(SHARED)?.connection
    await Promise.all([this.#end(session), ...(running ? unwatched.map(tell) : [])])
  }

  async close(): Promise<void> {
    await Promise.all([...this.#instances.keys()].map((key) => this.#end(key)))
  }

  #attempt(
    scope: CallScope,
    method: string,
    params: Params | undefined,
    call: CallOptions,
  ): Promise<unknown> {
    const { signal, onProgress } = call
    const timeoutMs = this.config.timeoutSeconds * 1_000
    const name = params?.['name']
    const inputSchema = typeof name === 'string' ? this.#tools.get(name)?.['inputSchema'] : undefined
    const options = { signal, onProgress, timeoutMs, resetTimeoutOnProgress: true, inputSchema }
    return this.#instance(scope).call(scope, signal, (live) => {
      const send = (sent: Params | undefined) => live.request(scope, method, sent, options)
      if (scope.forward === null || scope.takesInput === true || live.handshake.era === 'legacy')
        return send(params)
      return withInput(send, params, scope.forward, signal ?? new AbortController().signal)
    })
  }

  #instance(scope: CallScope): Instance {
    const key = this.#keyOf(scope)
    const running = this.#instances.get(key)
    if (running !== undefined) return running
    const instance: Instance = new Instance({
      open: (opener, signal, onclose) => this.#open(opener, signal, onclose),
      onchange: () => {
        this.#error = instance.error ?? (instance.state === 'ready' ? null : this.#error)
        this.#report()
      },
      onready: (connection) => void this.#refresh(connection, false),
      onidle: () => {
        // It is quiet, but somebody waits for what it says.
        if (this.#watchesOf(scope).uris.length > 0) return
        this.#options.log.info({ upstream: this.name }, 'upstream ends, nobody used it')
        this.#end(key).catch((error: unknown) =>
          this.#options.log.warn({ err: error }, 'upstream was not closed'),
        )
      },
      idleMs: this.#options.idleMs ?? IDLE_MS,
    })
    this.#instances.set(key, instance)
    return instance
  }

  #keyOf(scope: CallScope): string {
    return scope.shared || this.config.shared ? SHARED : scope.session
  }

  #watchesOf(scope: CallScope): ResourceWatches {
    const key = this.#keyOf(scope)
    const watches = this.#watches.get(key) ?? new ResourceWatches()
    this.#watches.set(key, watches)
    return watches
  }

  async #open(scope: CallScope, signal: AbortSignal, onclose: (reason: string) => void): Promise<Connection> {
    const { identity, log, login, startMs } = this.#options
    const [shared, watches] = [this.#keyOf(scope) === SHARED, this.#watchesOf(scope)]
    const common = { identity, log, login, shared, watches, signal, stderr: this.stderr }
    const options = { ...common, knownEra: this.#era, timeoutMs: startMs ?? START_MS }
    // The connection exists by the time that anyone can hear from it.
    let live: Connection | null = null
    live = await launch(this.config, scope, options, {
      listChanged: (list) => {
        if (list !== 'tools') this.#options.onlist(list)
        else if (live !== null) void this.#refresh(live, true)
      },
      closed: (reason) => {
        if (!signal.aborted) log.warn({ upstream: this.name, reason }, 'upstream ended')
        onclose(reason)
      },
    })
    this.#handshake = live.handshake
    this.#era = live.handshake.era
    return live
  }

  /**
   * Fetches the tools anew, after a fetch that is under way: that one may have missed the change.
   * @param announced the server said that they have changed
   */
  #refresh(connection: Connection, announced: boolean): Promise<void> {
    const before = this.#refreshing.get(connection) ?? Promise.resolve()
    const refreshed = before.then(() => this.#fetch(connection, announced))
    this.#refreshing.set(connection, refreshed)
    return refreshed
  }

  async #fetch(connection: Connection, announced: boolean): Promise<void> {
    try {
      const tools = await fetchTools(connection)
      this.#tools.remember(tools, announced || (this.#missed && this.#tools.tools === null))
      this.#report()
    } catch (error) {
      this.#options.log.warn({ err: error, upstream: this.name }, 'tools were not listed')
    }
  }

  async #end(key: string): Promise<void> {
    const instance = this.#instances.get(key)
    this.#instances.delete(key)
    await instance?.close()
    if (instance !== undefined) this.#report()
  }

  /** Announces the state where it differs from what was announced; counters alone are no news. */
  #report(): void {
    const { calls: _calls, errors: _errors, latency: _latency, ...news } = this.status
    const spelled = JSON.stringify(news)
    if (spelled === this.#reported) return
    this.#reported = spelled
    this.#options.onstate()
  }

  #explain(error: unknown, signal: AbortSignal | undefined): unknown {
    if (error instanceof RpcError || signal?.aborted === true) return error
    if (error instanceof RequestTimeout) {
      const limit = `${this.name} did not answer ${error.method} within ${this.config.timeoutSeconds} s`
      return new SpillwayError('timeout', limit, `Set timeoutSeconds of ${this.name} if it needs longer.`)
    }
    if (error instanceof SpillwayError && error.code !== 'upstream_failed') return error
    const during = error instanceof ConnectionClosed ? 'ended during the call' : 'failed'
    const reason = error instanceof ConnectionClosed && this.#error !== null ? this.#error : messageOf(error)
    return new SpillwayError('upstream_failed', `${this.name} ${during}: ${reason}`)
  }
}

/** Session ids start with a letter, so this is none. */
const SHARED = '*'

function messageOf(error: unknown): string {
  if (error instanceof HttpError && error.body.trim() !== '')
    return `${error.message}: ${error.body.slice(0, 300)}`
  return error instanceof Error ? error.message : String(error)
}
