import { finished } from 'node:stream'
import type { Readable, Writable } from 'node:stream'
import { responseIdFromEdges } from './edges.ts'
import type { Edges } from './edges.ts'
import { DEFAULT_MAX_MESSAGE_BYTES, JsonLineReader } from './framing.ts'
import { stringifyJson } from './json.ts'
import { ConnectionClosed, ErrorCode, isMessage, isRequest, isResponse } from './message.ts'
import type { Message, RequestId } from './message.ts'
import type { Transport } from './transport.ts'

export interface LineOptions {
  /** A longer line is dropped and reported; where it was a response, its request fails. */
  maxMessageBytes?: number
  /**
   * For a side that serves: what was asked is answered although the other side has ended its input, as in
   * `echo '{…}' | spillway mcp`. Then the output is ended too.
   */
  answerFirst?: boolean
  /** Very long strings are received as `LongText`, for whoever can handle them piece by piece. */
  longTexts?: boolean
}

const LAST_WORDS_MS = 500

/** JSON-RPC over a pair of streams, one message a line: MCP's stdio transport, from either side. */
export class LineTransport implements Transport {
  onmessage?: ((message: Message) => void) | undefined
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined

  readonly #input: Readable
  readonly #output: Writable
  readonly #maxBytes: number
  readonly #reader: JsonLineReader
  #state: 'new' | 'open' | 'closed' = 'new'
  #drained: Promise<void> | null = null
  #stopWatching: (() => void)[] = []
  /** The requests without a reply so far; null where nobody waits for them. */
  readonly #unanswered: Set<RequestId> | null
  #inputOver = false

  constructor(input: Readable, output: Writable, options: LineOptions = {}) {
    this.#input = input
    this.#output = output
    this.#maxBytes = options.maxMessageBytes ?? DEFAULT_MAX_MESSAGE_BYTES
    this.#unanswered = options.answerFirst ? new Set() : null
    this.#reader = new JsonLineReader(
      {
        onvalue: (value) => this.#receive(value),
        // Many servers print a greeting to stdout; losing the connection over it would help nobody.
        onmalformed: (start, error) => this.#report(`a line that is not JSON: ${excerpt(start)}`, error),
        onoversize: (bytes, edges) => this.#dropOversize(bytes, edges),
      },
      this.#maxBytes,
      options.longTexts,
    )
  }

  start(): Promise<void> {
    if (this.#state !== 'new') return Promise.reject(new Error('the transport was started already'))
    this.#state = 'open'
    this.#input.on('data', this.#push)
    this.#stopWatching = [
      finished(this.#input, { writable: false }, (error) => this.#endInput(error)),
      finished(this.#output, { readable: false }, (error) => this.#awaitLastWords(error)),
    ]
    return Promise.resolve()
  }

  /** Resolves once the other side has room for more, so that a caller can wait for a slow reader. */
  send(message: Message): Promise<void> {
    if (this.#state !== 'open' || !this.#output.writable) return Promise.reject(new ConnectionClosed())
    const room = this.#output.write(`${stringifyJson(message)}\n`)
    if (isResponse(message)) this.#settle(message.id)
    if (room) return Promise.resolve()
    this.#drained ??= this.#waitForRoom()
    return this.#drained
  }

  /** Ends the output, which tells the other side to finish, and stops listening. */
  close(): Promise<void> {
    this.#output.end()
    this.#end()
    return Promise.resolve()
  }

  #endInput(error?: Error | null): void {
    this.#inputOver = true
    if (this.#unanswered === null || error) this.#end(error)
    else if (this.#unanswered.size === 0) void this.close()
  }

  /** A request is done with: it was answered or cancelled. */
  #settle(id: unknown): void {
    this.#unanswered?.delete(id as RequestId)
    if (this.#inputOver && this.#unanswered?.size === 0) void this.close()
  }

  readonly #push = (chunk: Buffer) => this.#reader.push(chunk)

  #receive(value: unknown): void {
    // Revision 2025-03-26 allowed several messages in one array.
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (isMessage(item)) this.#deliver(item)
      else this.#report(`a line that is not JSON-RPC 2.0: ${excerpt(stringifyJson(item))}`)
    }
  }

  #dropOversize(bytes: number, { head, tail }: Edges): void {
    const text = `a message of ${bytes} bytes is over the limit of ${this.#maxBytes} bytes`
    this.#report(text)
    const id = responseIdFromEdges(head, tail)
    if (id !== null) this.#deliver({ jsonrpc: '2.0', id, error: { code: ErrorCode.internal, message: text } })
  }

  #deliver(message: Message): void {
    if (isRequest(message)) this.#unanswered?.add(message.id)
    else if ('method' in message && message.method === 'notifications/cancelled')
      this.#settle(message.params?.['requestId'])
    if (this.#state === 'open') this.onmessage?.(message)
  }

  #report(text: string, cause?: unknown): void {
    this.onerror?.(new Error(text, { cause }))
  }

  async #waitForRoom(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#output.once('drain', resolve)
    const stop = finished(this.#output, { readable: false }, () => resolve())
    await promise
    stop()
    this.#output.off('drain', resolve)
    this.#drained = null
    if (!this.#output.writable) throw new ConnectionClosed()
  }

  /** A process that dies closes its input first; what it said before is still on the way. */
  #awaitLastWords(error?: Error | null): void {
    const timer = setTimeout(() => this.#end(error), LAST_WORDS_MS)
    this.#stopWatching.push(() => clearTimeout(timer))
  }

  #end(error?: Error | null): void {
    if (this.#state === 'closed') return
    this.#state = 'closed'
    this.#input.off('data', this.#push)
    for (const stop of this.#stopWatching) stop()
    // After `finished` lets go, a late EPIPE would be an uncaught error.
    this.#output.on('error', ignoreLateError)
    this.#input.on('error', ignoreLateError)
    const unfinished = this.#reader.reset()
    if (unfinished > 0) this.#report(`the stream ended inside a message, after ${unfinished} bytes of it`)
    // A side that closes early is an ordinary end.
    const early = error !== null && error !== undefined && 'code' in error ? error.code : null
    if (error && early !== 'ERR_STREAM_PREMATURE_CLOSE' && early !== 'EPIPE') this.onerror?.(error)
    this.onclose?.()
  }
}

/** The connection is over and its end was announced: nobody is left to tell. */
function ignoreLateError(): void {}

const excerpt = (line: string) => (line.length > 200 ? `${line.slice(0, 200)}…` : line)
