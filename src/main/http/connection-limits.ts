import type { IncomingMessage, Server, ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import { SpillwayError } from '../../shared/errors.ts'
import { refuseConnection } from './raw-reply.ts'

/** What Node limits by itself. A body may take as long as it keeps coming: a result of any size streams in over any line. */
export const SERVER_LIMITS: ServerOptions = {
  headersTimeout: 30_000,
  requestTimeout: 0,
  connectionsCheckingInterval: 10_000,
  keepAliveTimeout: 30_000,
}

export interface Patience {
  /** For the first byte of a new connection; Node's own limits begin with it. */
  readonly firstByteMs: number
  /** For the next byte of a body. */
  readonly bodyMs: number
}

const PATIENCE: Patience = { firstByteMs: 30_000, bodyMs: 60_000 }

/** Connections that say nothing are closed, and what is no HTTP, too large or too slow gets an answer that says so. */
export function limitConnections(server: Server, { firstByteMs, bodyMs }: Patience = PATIENCE): void {
  const requests = new WeakMap<Socket, IncomingMessage>()
  const refused = new WeakSet<object>()

  server.on('connection', (socket: Socket) => socket.setTimeout(firstByteMs))
  server.on('upgrade', ({ socket }: IncomingMessage) => socket.setTimeout(0))
  server.on('request', (request, response) => {
    const { socket } = request
    requests.set(socket, request)
    socket.setTimeout(bodyMs)
    response.once('close', () => requests.delete(socket))
  })
  server.on('timeout', (socket: Socket) => {
    const request = requests.get(socket)
    if (!request) socket.destroy()
    // All of it is here: it is we who are not done.
    else if (request.complete) socket.setTimeout(0)
    else refuseConnection(socket, 408, tooSlow(bodyMs))
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (refused.has(socket)) return
    refused.add(socket)
    // In the middle of an answer another one would be read as a part of it.
    if (!socket.writable || requests.has(socket as Socket)) socket.destroy()
    else refuseConnection(socket, ...faultOf(error))
  })
}

function faultOf({ code, message }: NodeJS.ErrnoException): [status: number, error: SpillwayError] {
  if (code === 'HPE_HEADER_OVERFLOW')
    return [431, new SpillwayError('too_large', 'The address and headers of a request may have 16 KiB.')]
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, tooSlow(SERVER_LIMITS.headersTimeout ?? 0)]
  return [400, new SpillwayError('invalid_input', `That is not an HTTP request: ${message}.`)]
}

const tooSlow = (ms: number) =>
  new SpillwayError('timeout', `The request did not go on for ${ms / 1_000} s and was given up.`)
