import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type SpillwayError, toErrorBody } from '../../shared/errors.ts'

/** So long what a refused client is still sending is read and dropped. */
const LINGER_MS = 1_000

/**
 * Refuses on a bare socket, where there is no response to write to. The other side's bytes are read on for a moment: with some of
 * them unread, closing would be a reset that overtakes the reason.
 */
export function refuseConnection(socket: Duplex, status: number, error: SpillwayError): void {
  const body = JSON.stringify(toErrorBody(error))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  socket.removeAllListeners('data')
  socket.resume()
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}
