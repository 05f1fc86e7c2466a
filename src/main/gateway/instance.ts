import { setTimeout as sleep } from 'node:timers/promises'
import { ConnectionClosed } from '../rpc/message.ts'
import { SpillwayError } from '../../shared/errors.ts'
import { Backoff } from './backoff.ts'
import type { Connection } from './connection.ts'
import type { CallScope } from './scope.ts'

export interface InstanceOptions {
  /** Starts a connection; `onclose` is for its end afterwards, and gets the reason in words. */
  open(scope: CallScope, signal: AbortSignal, onclose: (reason: string) => void): Promise<Connection>
  onchange(): void
  onready(connection: Connection): void
  /** Nothing was asked of it for `idleMs`. */
  onidle: () => void
  idleMs: number
}

/** A call waits this long for a restart; beyond it the caller is told what is wrong instead. */
const PATIENCE_MS = 5_000
/** A server that dies this long after its last use is not restarted before it is needed. */
const IN_USE_MS = 60_000
const MAX_RESTARTS = 6
/** One that was only started to list its tools has done its work. */
const LISTED_IDLE_MS = 60_000

/** One running server: started when it is first needed, restarted when it dies in use, ended when idle. */
export class Instance {
  readonly #options: InstanceOptions
  readonly #backoff = new Backoff()
  readonly #closing = new AbortController()
  #connection: Connection | null = null
  #opening: Promise<Connection> | null = null
  #openedAt = 0
  #usedAt = 0
  #inFlight = 0
  #called = false
  #idle: NodeJS.Timeout | undefined
  #error: string | null = null

  constructor(options: InstanceOptions) {
    this.#options = options
  }

  get state(): 'idle' | 'starting' | 'ready' | 'failed' {
    if (this.#connection !== null) return 'ready'
    if (this.#opening !== null) return 'starting'
    return this.#error === null ? 'idle' : 'failed'
  }

  /** The connection where there is one now; none is opened. */
  get connection(): Connection | null {
    return this.#connection
  }

  /** Why it is failed, in a sentence. */
  get error(): string | null {
    return this.#error
  }

  /**
   * Runs a call on the connection, which is started where need be.
   * @throws SpillwayError `upstream_failed` where there is none to be had; what `work` throws
   */
  call<T>(
    scope: CallScope,
    signal: AbortSignal | undefined,
    work: (live: Connection) => Promise<T>,
  ): Promise<T> {
    this.#called = true
    return this.look(scope, signal, work)
  }

  /** As `call`, for work that leaves the instance without state worth keeping. */
  async look<T>(
    scope: CallScope,
    signal: AbortSignal | undefined,
    work: (live: Connection) => Promise<T>,
  ): Promise<T> {
    this.#inFlight++
    try {
      signal?.throwIfAborted()
      return await work(this.#connection ?? (await abortable(this.#connect(scope), signal)))
    } finally {
      this.#inFlight--
      this.#usedAt = Date.now()
      this.#armIdle()
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    this.#closing.abort(new ConnectionClosed('the server was stopped'))
    const opening = this.#opening?.then(
      (connection) => connection.close(),
      () => undefined,
    )
    await Promise.all([this.#connection?.close(), opening])
  }

  #connect(scope: CallScope): Promise<Connection> {
    if (this.#connection !== null) return Promise.resolve(this.#connection)
    this.#opening ??= this.#open(scope)
    return this.#opening
  }

  async #open(scope: CallScope): Promise<Connection> {
    const { signal } = this.#closing
    try {
      signal.throwIfAborted()
      await this.#waitForTurn(signal)
      this.#options.onchange()
      const connection = await this.#options.open(scope, signal, (reason) => this.#died(scope, reason))
      signal.throwIfAborted()
      // It may have died while this was on its way here.
      if (connection.closed) throw new ConnectionClosed()
      this.#connection = connection
      this.#openedAt = Date.now()
      this.#error = null
      this.#options.onready(connection)
      return connection
    } catch (error) {
      if (error instanceof TooEarly) throw new SpillwayError('upstream_failed', error.message)
      signal.throwIfAborted()
      this.#error = error instanceof Error ? error.message : String(error)
      this.#backoff.failed(0)
      throw new SpillwayError('upstream_failed', this.#error)
    } finally {
      this.#opening = null
      this.#options.onchange()
    }
  }

  async #waitForTurn(signal: AbortSignal): Promise<void> {
    const { waitMs } = this.#backoff
    if (waitMs > PATIENCE_MS)
      throw new TooEarly(`${this.#error ?? 'it failed'} (tried again in ${Math.ceil(waitMs / 1_000)} s)`)
    if (waitMs > 0) await sleep(waitMs, undefined, { signal })
  }

  #died(scope: CallScope, reason: string): void {
    this.#connection = null
    if (this.#closing.signal.aborted) return
    this.#error = reason
    this.#backoff.failed(Date.now() - this.#openedAt)
    const inUse = this.#inFlight > 0 || Date.now() - this.#usedAt < IN_USE_MS
    this.#options.onchange()
    // A failed restart is told to whoever asks next; it is kept in `error` for them.
    if (inUse && this.#backoff.failures <= MAX_RESTARTS && this.#opening === null)
      this.#connect(scope).catch(() => undefined)
  }

  /** Set once and not with every call: what was used meanwhile is looked at again later. */
  #armIdle(): void {
    if (this.#inFlight > 0 || this.#closing.signal.aborted) return
    this.#idle ??= setTimeout(() => this.#lookIdle(), this.#idleAt - Date.now()).unref()
  }

  #lookIdle(): void {
    this.#idle = undefined
    if (Date.now() < this.#idleAt) this.#armIdle()
    else if (this.#inFlight === 0) this.#options.onidle()
  }

  /** When it will have been idle for long enough, if nobody uses it until then. */
  get #idleAt(): number {
    const { idleMs } = this.#options
    return this.#usedAt + (this.#called ? idleMs : Math.min(idleMs, LISTED_IDLE_MS))
  }
}

/** The next attempt is not due yet. */
class TooEarly extends Error {}

/** The promise, or the signal's reason where that comes first. */
async function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () =>
    reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)))
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
