import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import type { Readable } from 'node:stream'

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

interface Message {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly headers?: Record<string, string>
  readonly body?: Uint8Array | string | Readable
}

/**
 * Bare node:http with kept connections: several times cheaper than `fetch`, so that what is measured is the server.
 * Any status but 2xx throws, with the body.
 */
export class HttpLoad implements Disposable {
  readonly #base: string
  readonly #headers: Record<string, string>
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 })

  constructor(base: string, headers: Record<string, string>) {
    this.#base = base
    this.#headers = headers
  }

  send(path: string, { method = 'POST', headers = {}, body }: Message = {}): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const options = { method, agent: this.#agent, headers: { ...this.#headers, ...headers } }
      const outgoing = request(new URL(path, this.#base), options, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.once('error', reject)
        response.once('end', () => {
          const reply = {
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts),
          }
          if (reply.status >= 200 && reply.status < 300) resolve(reply)
          else reject(new Error(`${method} ${path}: ${reply.status} ${reply.body.toString().slice(0, 500)}`))
        })
      })
      outgoing.once('error', reject)
      if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) outgoing.end(body)
      else body.once('error', reject).pipe(outgoing)
    })
  }

  /** A JSON body, and the reply parsed. */
  async json(path: string, body: unknown): Promise<unknown> {
    const headers = { 'content-type': 'application/json' }
    const reply = await this.send(path, { headers, body: JSON.stringify(body) })
    return JSON.parse(reply.body.toString())
  }

  [Symbol.dispose](): void {
    this.#agent.destroy()
  }
}
