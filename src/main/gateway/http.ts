import { Agent as HttpAgent } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_MAX_MESSAGE_BYTES } from '../rpc/framing.ts'
import { parseJson, stringifyJson } from '../rpc/json.ts'
import { ConnectionClosed, isErrorResponse, isMessage, isRequest, isResponse } from '../rpc/message.ts'
import type { ErrorResponse, Message, RequestId } from '../rpc/message.ts'
import type { SendOptions, Transport } from '../rpc/transport.ts'
import { exchange, readJson, readText } from './http-exchange.ts'
import { bodyHeaders } from './http-headers.ts'
import { HttpError, SessionExpired } from './http-errors.ts'
import { MODERN_VERSION } from './modern.ts'
import { type Login, LoginFailed, LoginRequired } from './oauth/login.ts'
import { readJsonEvents } from './sse.ts'

export interface HttpOptions {
  url: string
  headers: Readonly<Record<string, string>>
  /** For a server that asks for a login; null where it gets its key by a header. */
  login?: Login | null
  maxMessageBytes?: number
}

const DEFAULT_RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000
/** Reconnections without news before a response stream is given up. */
const MAX_RESUMPTIONS = 5
const DELETE_PATIENCE_MS = 2_000

/**
 * MCP's Streamable HTTP from the client's side, for the sessions of 2025-11-25 and older as well as for the
 * stateless 2026-07-28. Messages pass as raw JSON. `send` of a request resolves when its exchange is over.
 */
export class HttpTransport implements Transport {
  onmessage?: ((message: Message) => void) | undefined
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined

  readonly #url: URL
  readonly #configured: Readonly<Record<string, string>>
  readonly #maxBytes: number
  readonly #agent: HttpAgent
  readonly #closing = new AbortController()
  readonly #login: Login | null
  #sessionId: string | null = null
  #protocolVersion: string | null = null

  constructor({ url, headers, login = null, maxMessageBytes = DEFAULT_MAX_MESSAGE_BYTES }: HttpOptions) {
    this.#url = new URL(url)
    this.#configured = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    )
    this.#login = 'authorization' in this.#configured ? null : login
    this.#maxBytes = maxMessageBytes
    this.#agent =
      this.#url.protocol === 'https:'
        ? new HttpsAgent({ keepAlive: true })
        : new HttpAgent({ keepAlive: true })
  }

  readonly hasExchanges = true

  /** In 2026-07-28 a request is cancelled by ending its exchange; before, that only lost the answer. */
  get abortCancels(): boolean {
    return this.#protocolVersion === MODERN_VERSION
  }

  /** Nothing is sent before the first message. */
  start(): Promise<void> {
    return Promise.resolve()
  }

  setProtocolVersion(version: string): void {
    this.#protocolVersion = version
  }

  /**
   * @throws LoginRequired where a person has to log in, HttpError for a refusal that is not JSON-RPC, SessionExpired where the server forgot the session,
   * ConnectionClosed where the exchange ended without the answer
   */
  async send(message: Message, options: SendOptions = {}): Promise<void> {
    const signal = options.signal
      ? AbortSignal.any([options.signal, this.#closing.signal])
      : this.#closing.signal
    const initializing = isRequest(message) && message.method === 'initialize'
    const body = stringifyJson(message)
    const post = () =>
      exchange(this.#url, {
        method: 'POST',
        headers: {
          ...options.headers,
          ...this.#headers('application/json, text/event-stream', initializing),
          ...bodyHeaders(message),
          'content-type': 'application/json',
        },
        body,
        agent: this.#agent,
        signal,
      })
    const first = await post()
    const response = first.statusCode === 401 && (await this.#isLoggedInAnew(first)) ? await post() : first
    const status = response.statusCode ?? 0
    if (status < 200 || status > 299) return this.#refused(message, response, status)
    if (initializing) this.#sessionId = singleHeader(response, 'mcp-session-id')
    if (isRequest(message)) return this.#readAnswer(message.id, response, signal)
    response.resume()
    if ('method' in message && message.method === 'notifications/initialized') void this.#listen()
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return
    const farewell = this.#endSession()
    this.#closing.abort(new ConnectionClosed())
    await farewell
    this.#agent.destroy()
    this.onclose?.()
  }

  /** Whether there is a new token for what was refused. @throws LoginRequired, LoginFailed */
  async #isLoggedInAnew({ headers }: IncomingMessage): Promise<boolean> {
    try {
      return (await this.#login?.renew(headers['www-authenticate'])) ?? false
    } catch (error) {
      if (error instanceof LoginRequired || error instanceof LoginFailed) throw error
      // It has no OAuth, or none that works: the refusal itself says more.
      this.onerror?.(new Error('the login could not be renewed', { cause: error }))
      return false
    }
  }

  #headers(accept: string, initializing = false): Record<string, string> {
    const headers: Record<string, string> = { ...this.#configured, accept }
    const token = this.#login?.token
    if (token) headers['authorization'] = `Bearer ${token}`
    if (this.#sessionId !== null && !initializing) headers['mcp-session-id'] = this.#sessionId
    if (this.#protocolVersion !== null) headers['mcp-protocol-version'] = this.#protocolVersion
    return headers
  }

  async #readAnswer(id: RequestId, response: IncomingMessage, signal: AbortSignal): Promise<void> {
    const type = mediaType(response)
    if (type === 'text/event-stream') return this.#followAnswer(id, response, signal)
    if (type !== 'application/json')
      throw new HttpError(response, `answered with ${type ?? 'no content type'}`, await readText(response))
    const messages = this.#messagesOf(await readJson(response, this.#maxBytes))
    for (const message of messages) this.onmessage?.(message)
    if (!messages.some((message) => isResponse(message) && message.id === id))
      throw new HttpError(response, 'answered with something else than the answer', '')
  }

  /** Reads the stream of one answer, and goes on with it on a new connection where this one breaks. */
  async #followAnswer(id: RequestId, first: IncomingMessage, signal: AbortSignal): Promise<void> {
    const cursor = new StreamCursor()
    let answered = false
    const onmessage = (message: Message) => {
      answered ||= isResponse(message) && message.id === id
      this.onmessage?.(message)
    }
    let next = Promise.resolve(first)
    for (let quiet = 0; ; quiet++) {
      const before = cursor.lastEventId
      const failure = await next
        .then((response) => this.#read(response, cursor, onmessage))
        .then(() => null, asError)
      if (answered) return
      signal.throwIfAborted()
      // A refusal will not change; a broken connection may come back.
      if (failure instanceof HttpError) throw failure
      if (cursor.lastEventId === null)
        throw failure ?? new ConnectionClosed('the response ended without an answer')
      if (cursor.lastEventId !== before) quiet = 0
      if (quiet === MAX_RESUMPTIONS) throw new ConnectionClosed('the response could not be resumed')
      await sleep(cursor.retryMs, undefined, { signal })
      next = this.#openStream(cursor.lastEventId, signal)
    }
  }

  /** The stream for what the server says unasked, kept open as long as the connection lives. */
  async #listen(): Promise<void> {
    const { signal } = this.#closing
    const cursor = new StreamCursor()
    const onmessage = (message: Message) => this.onmessage?.(message)
    for (let failures = 0; !signal.aborted;) {
      try {
        await this.#read(await this.#openStream(cursor.lastEventId, signal), cursor, onmessage)
        failures = 0
      } catch (error) {
        // Servers may have no such stream, and an expired session shows at the next request.
        if (signal.aborted || (error instanceof HttpError && error.status < 500)) return
        if (failures === 0) this.onerror?.(new Error('the event stream broke off', { cause: error }))
        failures++
      }
      const delay = Math.min(cursor.retryMs * 2 ** failures, MAX_RETRY_MS)
      await sleep(delay, undefined, { signal, ref: false }).catch(ignoreAbort)
    }
  }

  async #openStream(lastEventId: string | null, signal: AbortSignal): Promise<IncomingMessage> {
    const headers = this.#headers('text/event-stream')
    if (lastEventId !== null) headers['last-event-id'] = lastEventId
    const response = await exchange(this.#url, { method: 'GET', headers, agent: this.#agent, signal })
    if (response.statusCode === 200 && mediaType(response) === 'text/event-stream') return response
    throw new HttpError(response, 'offers no event stream', await readText(response))
  }

  async #read(
    stream: IncomingMessage,
    cursor: StreamCursor,
    onmessage: (message: Message) => void,
  ): Promise<void> {
    const handlers = {
      onvalue: (value: unknown) => this.#messagesOf(value).forEach(onmessage),
      onmalformed: (cause: unknown) =>
        this.onerror?.(new Error('the server sent something that is not JSON', { cause })),
      onid: (id: string) => (cursor.lastEventId = id),
      onretry: (milliseconds: number) => (cursor.retryMs = Math.min(milliseconds, MAX_RETRY_MS)),
    }
    await readJsonEvents(stream, handlers, this.#maxBytes)
  }

  /** A refusal whose body is the JSON-RPC error of this very request is an answer like any other. */
  async #refused(message: Message, response: IncomingMessage, status: number): Promise<void> {
    const text = await readText(response)
    if (status === 404 && this.#sessionId !== null) {
      this.#sessionId = null
      throw new SessionExpired()
    }
    const isAuth = status === 401 || status === 403
    const error = isAuth ? null : errorOf(text)
    if (
      error === null ||
      !isRequest(message) ||
      (error.id !== undefined && error.id !== null && error.id !== message.id)
    )
      throw new HttpError(response, `refused with status ${status}`, text)
    this.onmessage?.({ ...error, id: message.id })
  }

  /** Revision 2025-03-26 allowed several messages in one array. */
  #messagesOf(value: unknown): Message[] {
    const items = Array.isArray(value) ? (value as unknown[]) : [value]
    const messages = items.filter(isMessage)
    if (messages.length < items.length)
      this.onerror?.(new Error('the server sent something that is not JSON-RPC 2.0'))
    return messages
  }

  /** Best effort: a server that is gone has no session to end. */
  async #endSession(): Promise<void> {
    if (this.#sessionId === null) return
    const signal = AbortSignal.timeout(DELETE_PATIENCE_MS)
    const headers = this.#headers('*/*')
    await exchange(this.#url, { method: 'DELETE', headers, agent: this.#agent, signal }).then(
      (response) => response.resume(),
      (error: unknown) => this.onerror?.(new Error('the session could not be ended', { cause: error })),
    )
  }
}

/** How far a stream was read, and how soon the server wants to be asked again. */
class StreamCursor {
  lastEventId: string | null = null
  retryMs = DEFAULT_RETRY_MS
}

/** The JSON-RPC error that a refusal carries; null where it is a page of text or anything else. */
function errorOf(body: string): ErrorResponse | null {
  try {
    const parsed = parseJson(body)
    return isMessage(parsed) && isErrorResponse(parsed) ? parsed : null
  } catch {
    return null
  }
}

function ignoreAbort(): void {}

const asError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))
const mediaType = (response: IncomingMessage) =>
  response.headers['content-type']?.split(';')[0]?.trim().toLowerCase()

function singleHeader(response: IncomingMessage, name: string): string | null {
  const value = response.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}
