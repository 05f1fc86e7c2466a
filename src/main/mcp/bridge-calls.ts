import type { Server } from '@modelcontextprotocol/server'
import { isObject, type Message, type Request, type RequestId } from '../rpc/message.ts'
import type { Transport } from '../rpc/transport.ts'
import { respond } from './answer-plainly.ts'
import { askThrough } from './client-link.ts'
import type { Connection, McpParts } from './connection.ts'
import { toolCallIn } from './plain-call.ts'

/**
 * Tool calls of a bridge, answered past the SDK by the same table of methods: its checks would cost a small call as much as all that
 * is done for it.
 */
export class BridgeCalls {
  readonly #parts: McpParts
  readonly #connection: Connection
  readonly #line: Transport
  readonly #underWay = new Map<RequestId, AbortController>()

  constructor(parts: McpParts, connection: Connection, line: Transport) {
    this.#parts = parts
    this.#connection = connection
    this.#line = line
  }

  /** Answers a call with nothing unusual about it; false: the message is for the SDK. */
  take(message: Message, server: Server): boolean {
    const request = toolCallIn(message)
    if (request === null || this.#underWay.has(request.id)) return false
    void this.#answer(request, server)
    return true
  }

  /** The client's word that it no longer wants one of them. */
  cancel(message: Message): void {
    if (!('method' in message) || message.method !== 'notifications/cancelled') return
    const { requestId, reason } = isObject(message.params) ? message.params : {}
    const why = typeof reason === 'string' ? reason : 'cancelled'
    this.#underWay.get(requestId as RequestId)?.abort(new Error(why))
  }

  /** The bridge is gone. */
  close(): void {
    for (const cancelled of this.#underWay.values()) cancelled.abort(new Error('the bridge was closed'))
  }

  async #answer(request: Request, server: Server): Promise<void> {
    const cancelled = new AbortController()
    this.#underWay.set(request.id, cancelled)
    const response = await respond(this.#parts, this.#connection, request, {
      signal: cancelled.signal,
      notify: (method, params) => this.#send({ jsonrpc: '2.0', method, params }),
      ask: askThrough((asked, schema, options) => server.request(asked, schema, options)),
    })
    this.#underWay.delete(request.id)
    // The specification wants no answer to a cancelled request.
    if (!cancelled.signal.aborted) this.#send(response)
  }

  /** A client that has gone away is told nothing. */
  #send(message: Message): void {
    this.#line.send(message).catch(() => undefined)
  }
}
