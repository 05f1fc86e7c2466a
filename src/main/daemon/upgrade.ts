import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { ERROR_STATUS, SpillwayError, toErrorBody } from '../../shared/errors.ts'
import { HEADER } from '../../shared/names.ts'
import type { Authenticator } from '../http/authenticate.ts'
import { callerFrom, decodeHeader } from '../http/context.ts'
import { assertOwn, type OwnAddress } from '../http/own-address.ts'
import type { KnownClients } from '../operations/known-clients.ts'
import { ADMIN, type Caller } from '../operations/services.ts'

const BRIDGE_PROTOCOL = 'spillway-stdio'

/** What a bridge said of itself. */
export interface BridgePlace {
  /** The only upstream it fronts; null for all. */
  readonly only: string | null
  /** The folder that it was started in. */
  readonly folder: string | null
  /** The replay that it speaks with, in the place of the servers. */
  readonly replay: string | null
}

export interface BridgeDoor {
  readonly authenticator: Authenticator
  readonly clients: KnownClients
  readonly address: () => OwnAddress
  readonly open: (socket: Duplex, caller: Caller, where: BridgePlace) => void
  /** The socket's first line says what to start. */
  readonly wrap: (socket: Duplex, caller: Caller) => void
}

/** `GET /bridge` with an upgrade: after the 101 the socket is an agent's stdio. Guarded like every other request. */
export function acceptBridges(server: Server, door: BridgeDoor): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    welcome(request, socket, head, door).catch((error: unknown) => refuse(socket, error))
  })
}

async function welcome(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  door: BridgeDoor,
): Promise<void> {
  const caller = await admit(request, door)
  socket.once(
    'close',
    door.clients.untilRevoked(caller.client, () => socket.destroy()),
  )
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${BRIDGE_PROTOCOL}\r\n\r\n`,
  )
  if (head.length > 0) socket.unshift(head)
  if (wraps(request)) door.wrap(socket, caller)
  else
    door.open(socket, caller, {
      only: text(request.headers[HEADER.server]),
      folder: decodeHeader(request.headers[HEADER.folder]),
      replay: text(request.headers[HEADER.replay]),
    })
}

async function admit(request: IncomingMessage, { authenticator, address }: BridgeDoor): Promise<Caller> {
  const { host, origin, authorization, upgrade } = request.headers
  assertOwn(address(), host, origin)
  if (upgrade !== BRIDGE_PROTOCOL || request.url !== '/bridge')
    throw new SpillwayError('not_found', `There is nothing to upgrade to at ${request.url}.`)
  const principal = await authenticator.authenticate({ authorization, cookie: undefined, key: undefined })
  // A client's token lets in to what is configured, and no further.
  if (wraps(request) && principal.client !== ADMIN)
    throw new SpillwayError('forbidden', 'Only the admin token may start a server.')
  return callerFrom(principal, request.headers)
}

const wraps = (request: IncomingMessage) => request.headers[HEADER.wrap] === '1'

const text = (header: string | string[] | undefined) =>
  typeof header === 'string' && header !== '' ? header : null

function refuse(socket: Duplex, error: unknown): void {
  const body = JSON.stringify(toErrorBody(error))
  const status = error instanceof SpillwayError ? ERROR_STATUS[error.code] : 500
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
