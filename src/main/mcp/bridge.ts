import type { Duplex } from 'node:stream'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Transport } from '@modelcontextprotocol/server'
import type { Caller } from '../operations/services.ts'
import type { ActiveSession } from '../recording/active-session.ts'
import { LineTransport } from '../rpc/lines.ts'
import type { Connection, McpParts } from './connection.ts'
import type { OpenServers } from './listeners.ts'
import { makeServer } from './server.ts'

/** Serves one `spillway mcp` process: its socket is the agent's stdio, and one session. */
export function serveBridge(
  parts: McpParts,
  open: OpenServers,
  socket: Duplex,
  caller: Caller,
  only: string | null,
): void {
  let clientName = caller.clientName
  let session: Promise<ActiveSession> | null = null
  let ended: string | null = null
  const { services, gateway } = parts
  const connection: Connection = {
    only,
    session: () => (session ??= start()),
    scope: (current) => ({
      session: current?.id ?? '',
      shared: current === null,
      cwd: caller.projectPath,
      forward: null,
    }),
  }
  const start = async () => {
    const origin = {
      client: caller.client,
      clientName,
      projectPath: caller.projectPath,
      transport: 'bridge' as const,
    }
    const started =
      caller.session === null
        ? await services.sessions.start(origin)
        : await services.sessions.resolve(origin, caller.session)
    ended = started.id
    return started
  }
  let forget = () => {}
  const handle = serveStdio(
    () => {
      const server = makeServer(parts, connection)
      server.oninitialized = () => {
        clientName = server.getClientVersion()?.name ?? clientName
      }
      forget = open.add(server)
      return server
    },
    {
      // The SDK's transport has the same shape; its message type is the validated form of ours.
      transport: new LineTransport(socket, socket) as unknown as Transport,
      onerror: (error) => services.log.warn({ reason: error.message }, 'a bridge sent something wrong'),
    },
  )
  socket.once('close', () => {
    forget()
    void handle.close()
    if (ended !== null) void gateway.endSession(ended)
  })
}
