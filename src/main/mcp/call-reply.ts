import type { ServerResponse } from 'node:http'
import { stringifyJson } from '../rpc/json.ts'
import type { Message, Response } from '../rpc/message.ts'

/** Clients give up on a connection that says nothing: undici after five minutes, proxies sooner. */
const SILENCE_MS = 15_000

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

/**
 * The HTTP answer to one call: plain JSON, or a stream of events from the moment on that something has to go before the result, or
 * that the result takes long.
 */
export class CallReply {
  readonly #outgoing: ServerResponse
  readonly #headers: Readonly<Record<string, string>>
  readonly #silenceMs: number
  #heartbeat: NodeJS.Timeout

  constructor(
    outgoing: ServerResponse,
    headers: Readonly<Record<string, string>> = {},
    silenceMs = SILENCE_MS,
  ) {
    this.#outgoing = outgoing
    this.#headers = headers
    this.#silenceMs = silenceMs
    this.#heartbeat = this.#breatheLater()
  }

  /** Sends a message that goes before the result. */
  send(message: Message): void {
    this.#stream()
    this.#outgoing.write(`event: message\ndata: ${stringifyJson(message)}\n\n`)
  }

  /** Ends it with the response. @param status of a response that is the first to be sent */
  finish(response: Response, status = 200): void {
    clearTimeout(this.#heartbeat)
    if (this.#outgoing.headersSent) {
      this.send(response)
      this.#outgoing.end()
      return
    }
    const text = stringifyJson(response)
    const length = Buffer.byteLength(text)
    this.#outgoing.writeHead(status, {
      'content-type': 'application/json',
      'content-length': length,
      ...this.#headers,
    })
    this.#outgoing.end(text)
  }

  /** Ends it without a response, as a cancelled request wants. */
  abandon(): void {
    clearTimeout(this.#heartbeat)
    this.#stream()
    this.#outgoing.end()
  }

  #breathe(): void {
    this.#stream()
    this.#outgoing.write(': keepalive\n\n')
    this.#heartbeat = this.#breatheLater()
  }

  #breatheLater(): NodeJS.Timeout {
    return setTimeout(() => this.#breathe(), this.#silenceMs).unref()
  }

  #stream(): void {
    if (!this.#outgoing.headersSent) this.#outgoing.writeHead(200, { ...STREAM_HEADERS, ...this.#headers })
  }
}
