import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { SpillwayError } from '../../shared/errors.ts'

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1'])

/** @throws SpillwayError `invalid_input` for an address that others can reach, unless that was asked for by name */
export function assertLoopback(host: string, allowRemote: boolean): void {
  if (LOOPBACK.has(host) || allowRemote) return
  throw new SpillwayError(
    'invalid_input',
    `${host} can be reached from other machines, and whoever holds the token could run your tools.`,
    'Leave --host out, or add --dangerously-allow-remote if that is what you want.',
  )
}

/** Listens and gives the port. @throws SpillwayError `conflict` where the port is taken */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE'
      reject(
        taken
          ? new SpillwayError(
              'conflict',
              `Port ${port} is taken by another program.`,
              'Choose another with --port, or --port 0 for any.',
            )
          : error,
      )
    })
    server.listen(port, host, resolve)
  })
  return (server.address() as AddressInfo).port
}

/**
 * Returns a function that closes the server with every connection it has. Node's own `closeAllConnections` leaves those that were
 * upgraded, and a server waits for them for ever.
 */
export function trackConnections(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
}
