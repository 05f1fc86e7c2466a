import { type ClientRequest, request } from 'node:http'
import { createParser } from 'eventsource-parser'
import type { HttpLoad } from './http-load.ts'
import { CLIENT, textOfResult } from './raw-mcp.ts'

/** MCP over HTTP with SSE, the transport of 2024-11-05, as `RawMcp` is for its successor: one stream brings all answers. */
export class SseMcp implements Disposable {
  readonly #http: HttpLoad
  readonly #waiting = new Map<number, (message: unknown) => void>()
  #stream: ClientRequest | null = null
  #endpoint = ''
  #lastId = 0

  constructor(http: HttpLoad) {
    this.#http = http
  }

  async open(url: string): Promise<this> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const parser = createParser({
      onEvent: ({ event, data }) => {
        if (event === 'endpoint') return resolve(data)
        const message = JSON.parse(data) as { id?: number }
        if (message.id !== undefined) this.#waiting.get(message.id)?.(message)
      },
    })
    this.#stream = request(new URL('/mcp', url), { headers: { accept: 'text/event-stream' }, agent: false })
    this.#stream.once('error', reject)
    this.#stream.once('response', (response) => {
      response.setEncoding('utf8').on('data', (text: string) => parser.feed(text))
    })
    this.#stream.end()
    this.#endpoint = await promise
    await this.#ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: CLIENT })
    await this.#post({ method: 'notifications/initialized' })
    return this
  }

  async callTool(name: string, args: Record<string, unknown>): Promise<string> {
    return textOfResult(await this.#ask('tools/call', { name, arguments: args }))
  }

  async #ask(method: string, params: object): Promise<unknown> {
    const id = ++this.#lastId
    const { promise, resolve } = Promise.withResolvers<unknown>()
    this.#waiting.set(id, resolve)
    await this.#post({ id, method, params })
    const message = await promise
    this.#waiting.delete(id)
    return message
  }

  async #post(message: object): Promise<void> {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    await this.#http.send(this.#endpoint, { headers: { 'content-type': 'application/json' }, body })
  }

  [Symbol.dispose](): void {
    this.#stream?.destroy()
  }
}
