import { numberOf } from './json.ts'
import {
  ConnectionClosed,
  ErrorCode,
  RequestTimeout,
  RpcError,
  isErrorResponse,
  isNotification,
  isObject,
  isRequest,
} from './message.ts'
import type { Message, Notification, Params, Request, RequestId, Response } from './message.ts'
import type { SendOptions, Transport } from './transport.ts'

export interface RequestOptions {
  /** Cancels the request: the other side is told, and the promise rejects with the signal's reason. */
  signal?: AbortSignal
  timeoutMs?: number
  /** Receives the params of each progress notice, with our token in place of the caller's. */
  onProgress?: (progress: Params) => void
  /** A progress notice starts the time limit anew. */
  resetTimeoutOnProgress?: boolean
  headers?: SendOptions['headers']
}

export interface PeerHandlers {
  /** Answers a request of the other side; its signal ends when the other side cancels. Throw an RpcError to refuse. */
  request(method: string, params: Params | undefined, signal: AbortSignal): Promise<unknown>
  notification(method: string, params: Params | undefined): void
  /** Called once, after every request that was waiting has been rejected. */
  close(): void
  error(error: Error): void
}

interface Pending {
  readonly method: string
  readonly options: RequestOptions
  /** Null where the transport has none: a controller costs as much as all else here. */
  readonly exchange: AbortController | null
  readonly settle: (outcome: Response | Error) => void
  timer: NodeJS.Timeout | undefined
}

/** Of these the specification forbids cancelling: the connection itself must be given up instead. */
const NOT_CANCELLABLE = 'initialize'

/**
 * One end of a JSON-RPC connection, both asking and answering. Results are handed over as they were
 * received. Ids and progress tokens are this peer's own; those of other hops never pass.
 */
export class Peer {
  readonly #transport: Transport
  readonly #handlers: PeerHandlers
  readonly #pending = new Map<RequestId, Pending>()
  readonly #answering = new Map<RequestId, AbortController>()
  #lastId = 0
  #closed = false

  constructor(transport: Transport, handlers: PeerHandlers) {
    this.#transport = transport
    this.#handlers = handlers
    Object.assign(transport, {
      onmessage: (message: Message) => this.#receive(message),
      onclose: () => this.#end(),
      onerror: (error: Error) => handlers.error(error),
    } satisfies Partial<Transport>)
  }

  start(): Promise<void> {
    return this.#transport.start()
  }

  setProtocolVersion(version: string): void {
    this.#transport.setProtocolVersion?.(version)
  }

  /** Ends the connection; requests that wait are rejected with ConnectionClosed. */
  async close(): Promise<void> {
    await this.#transport.close()
    this.#end()
  }

  /**
   * The raw result of a request.
   * @throws RpcError with the other side's code and data; RequestTimeout; ConnectionClosed; the reason of `signal`;
   * whatever the transport failed with
   */
  request(method: string, params?: Params, options: RequestOptions = {}): Promise<unknown> {
    if (this.#closed) return Promise.reject(new ConnectionClosed())
    if (options.signal?.aborted) return Promise.reject(reasonOf(options.signal))
    const id = ++this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const onAbort = () => this.#cancel(id, options.signal ? reasonOf(options.signal) : new ConnectionClosed())
    const pending: Pending = {
      method,
      options,
      exchange: this.#transport.hasExchanges === true ? new AbortController() : null,
      timer: undefined,
      settle: (outcome) => {
        this.#pending.delete(id)
        clearTimeout(pending.timer)
        options.signal?.removeEventListener('abort', onAbort)
        if (outcome instanceof Error) reject(outcome)
        else if (isErrorResponse(outcome)) reject(RpcError.from(outcome.error))
        else resolve(outcome.result)
      },
    }
    this.#pending.set(id, pending)
    const message: Request = { jsonrpc: '2.0', id, method }
    const sent = withToken(params, options.onProgress === undefined ? undefined : id)
    if (sent !== undefined) message.params = sent
    this.#send(message, { signal: pending.exchange?.signal, headers: options.headers }).catch(
      (error: unknown) => this.#pending.get(id)?.settle(asError(error)),
    )
    // While the other side is at work already. A transport within this process may have brought its answer by now.
    if (this.#pending.has(id)) {
      options.signal?.addEventListener('abort', onAbort, { once: true })
      this.#startTimer(id, pending)
    }
    return promise
  }

  /** Resolves once the notification was handed to the transport. */
  notify(method: string, params?: Params): Promise<void> {
    const message: Notification = { jsonrpc: '2.0', method }
    if (params !== undefined) message.params = params
    return this.#send(message)
  }

  /** A transport that throws instead of rejecting must not leave a request without its rejection. */
  async #send(message: Message, options?: SendOptions): Promise<void> {
    await this.#transport.send(message, options)
  }

  #startTimer(id: number, pending: Pending): void {
    const { timeoutMs } = pending.options
    if (timeoutMs === undefined) return
    clearTimeout(pending.timer)
    pending.timer = setTimeout(() => {
      // The other side waits for us, perhaps for a person's answer: that time is not its own.
      if (this.#answering.size > 0) this.#startTimer(id, pending)
      else this.#cancel(id, new RequestTimeout(pending.method, timeoutMs))
    }, timeoutMs)
  }

  #cancel(id: number, reason: Error): void {
    const pending = this.#pending.get(id)
    if (pending === undefined) return
    pending.settle(reason)
    if (pending.method !== NOT_CANCELLABLE && this.#transport.abortCancels !== true) {
      this.notify('notifications/cancelled', { requestId: id, reason: reason.message }).catch(
        (error: unknown) => this.#handlers.error(asError(error)),
      )
    }
    pending.exchange?.abort(reason)
  }

  #receive(message: Message): void {
    if (isRequest(message)) void this.#answer(message)
    else if (isNotification(message)) this.#notice(message)
    else this.#settle(message)
  }

  #settle(response: Response): void {
    const pending = this.#pendingFor(response.id)
    if (pending !== undefined) pending.settle(response)
    else if (isErrorResponse(response) && (response.id === null || response.id === undefined))
      this.#handlers.error(RpcError.from(response.error))
    // An answer that crosses its cancellation is no fault, so a response nobody waits for is dropped.
  }

  /** Some servers echo a numeric id as text. */
  #pendingFor(id: RequestId | null | undefined): Pending | undefined {
    if (id === null || id === undefined) return undefined
    return this.#pending.get(id) ?? this.#pending.get(Number(id))
  }

  #notice({ method, params }: Notification): void {
    if (method === 'notifications/progress' && params !== undefined && this.#progress(params)) return
    if (method === 'notifications/cancelled') {
      const id = params?.['requestId']
      if (typeof id === 'string' || typeof id === 'number')
        this.#answering.get(id)?.abort(cancelReason(params))
      return
    }
    this.#handlers.notification(method, params)
  }

  #progress(params: Params): boolean {
    const token = numberOf(params['progressToken']) ?? Number(params['progressToken'])
    const pending = this.#pending.get(token)
    if (pending?.options.onProgress === undefined) return false
    if (pending.options.resetTimeoutOnProgress === true) this.#startTimer(token, pending)
    pending.options.onProgress(params)
    return true
  }

  async #answer({ id, method, params }: Request): Promise<void> {
    const abort = new AbortController()
    this.#answering.set(id, abort)
    const response = await this.#handlers.request(method, params, abort.signal).then(
      (result): Response => ({ jsonrpc: '2.0', id, result }),
      (error: unknown): Response => ({ jsonrpc: '2.0', id, error: asRpcError(error).toJSON() }),
    )
    this.#answering.delete(id)
    // The specification wants no answer to a cancelled request.
    if (abort.signal.aborted || this.#closed) return
    await this.#send(response).catch((error: unknown) => this.#handlers.error(asError(error)))
  }

  #end(): void {
    if (this.#closed) return
    this.#closed = true
    const closed = new ConnectionClosed()
    for (const pending of this.#pending.values()) pending.settle(closed)
    for (const answering of this.#answering.values()) answering.abort(closed)
    this.#handlers.close()
  }
}

/** Params with our progress token, or without any: a token of another hop means nothing on this one. */
function withToken(params: Params | undefined, progressToken: number | undefined): Params | undefined {
  const meta = isObject(params?.['_meta']) ? params['_meta'] : undefined
  if (progressToken !== undefined) return { ...params, _meta: { ...meta, progressToken } }
  if (meta === undefined || !('progressToken' in meta)) return params
  const { progressToken: _foreign, ...kept } = meta
  return { ...params, _meta: kept }
}

const asError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))
const reasonOf = (signal: AbortSignal) => asError(signal.reason)

function cancelReason(params: Params | undefined): Error {
  const reason = params?.['reason']
  return new Error(typeof reason === 'string' ? reason : 'cancelled')
}

function asRpcError(thrown: unknown): RpcError {
  return thrown instanceof RpcError ? thrown : new RpcError(ErrorCode.internal, asError(thrown).message)
}
