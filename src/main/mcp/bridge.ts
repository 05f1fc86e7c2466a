import type { Duplex } from 'node:stream'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Caller } from '../operations/services.ts'
import type { ActiveSession } from '../recording/active-session.ts'
import { LineTransport } from '../rpc/lines.ts'
import { newId } from '../store/ids.ts'
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
  const { services, gateway } = parts
  // Known before the session starts with the first call, so that listing tools asks the same server processes as calling them.
  const id = newId('s')
  const start = () => {
    const { client, projectPath } = caller
    const origin = { client, clientName, projectPath, transport: 'bridge' as const }
    return caller.session === null
      ? services.sessions.start(origin, null, id)
      : services.sessions.resolve(origin, caller.session)
  }
  const connection: Connection = {
    only,
    session: () => (session ??= start()),
    scope: () => ({ session: id, shared: false, cwd: caller.projectPath, forward: null }),
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
      transport: new LineTransport(socket, socket, { answerFirst: true }),
      onerror: (error) => services.log.warn({ reason: error.message }, 'a bridge sent something wrong'),
    },
  )
  socket.once('close', () => {
    forget()
    void handle.close()
    void gateway.endSession(id)
  })
}
