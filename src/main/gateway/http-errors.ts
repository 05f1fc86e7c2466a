import type { IncomingMessage } from 'node:http'
import { ConnectionClosed } from '../rpc/message.ts'

/** The server refused at the HTTP level, or answered with something that is not MCP. */
export class HttpError extends Error {
  readonly status: number
  /** The first characters of the body. */
  readonly body: string

  constructor(response: IncomingMessage, what: string, body: string) {
    super(`the server ${what}`)
    this.name = 'HttpError'
    this.status = response.statusCode ?? 0
    this.body = body.slice(0, 2_000)
  }
}

/** The server no longer knows our session; it did not run the request, so asking again on a new one is safe. */
export class SessionExpired extends ConnectionClosed {
  constructor() {
    super('the server ended the session')
    this.name = 'SessionExpired'
  }
}
