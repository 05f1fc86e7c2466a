import type { Duplex } from 'node:stream'
import type { Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Caller } from '../operations/services.ts'
import type { ActiveSession } from '../recording/active-session.ts'
import { LineTransport } from '../rpc/lines.ts'
import type { Message } from '../rpc/message.ts'
import { newId } from '../store/ids.ts'
import { BridgeCalls } from './bridge-calls.ts'
import { ClientLink } from './client-link.ts'
import type { Connection, McpParts } from './connection.ts'
import type { OpenServers } from './listeners.ts'
import { greetUpstreams, handshakeIn } from './instructions.ts'
import { watchAll, watchedIn } from './listen-watches.ts'
import { watchOwnTools } from './own-tools.ts'
import { makeServer } from './server.ts'

/** Serves one `spillway mcp` process: its socket is the agent's stdio, and one session. */
export function serveBridge(
  parts: McpParts,
  open: OpenServers,
  socket: Duplex,
  caller: Caller,
  { only, folder }: { only: string | null; folder: string | null },
): void {
  let clientName = caller.clientName
  let session: Promise<ActiveSession> | null = null
  // Only the revision with sessions begins with a handshake.
  let initialized = false
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
    client: caller.client,
    link: new ClientLink(),
    session: () => (session ??= start()),
    stateful: () => initialized,
    scope: () => ({ session: id, shared: false, cwd: folder ?? caller.projectPath, forward: null }),
  }
  let forget = () => {}
  const ready = Promise.withResolvers<void>()
  const line = new LineTransport(socket, socket, { answerFirst: true })
  const calls = new BridgeCalls(parts, connection, line)
  let speaker: Server | null = null
  const handle = serveStdio(
    () => {
      const server = (speaker = makeServer(parts, connection))
      server.oninitialized = () => {
        initialized = true
        ready.resolve()
        clientName = server.getClientVersion()?.name ?? clientName
      }
      const remove = open.add(server)
      const unwatch = watchOwnTools(services, server, () => session)
      forget = () => {
        remove()
        unwatch()
      }
      return server
    },
    {
      transport: line,
      onerror: (error) => services.log.warn({ reason: error.message }, 'a bridge sent something wrong'),
    },
  )
  const deliver = line.onmessage
  const receive = (message: Message) => {
    if (initialized && speaker && calls.take(message, speaker)) return
    calls.cancel(message)
    // What is watched stays so until the bridge ends: the SDK hands on only what its client still listens for.
    const uris = watchedIn(message)
    if (uris.length === 0) return deliver?.(message)
    const scope = { ...connection.scope(null), forward: connection.link }
    void watchAll(parts, connection, scope, uris).finally(() => deliver?.(message))
  }
  /** What came while the answer to the greeting was being made; null when it is not. */
  let held: Message[] | null = null
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport has this one listener
  line.onmessage = (message) => {
    if (held !== null) return void held.push(message)
    const handshake = speaker === null ? handshakeIn(message) : null
    if (handshake === null) return receive(message)
    held = []
    void greetUpstreams(parts, connection, handshake, ready.promise).finally(() => {
      const later = held ?? []
      held = null
      for (const each of [message, ...later]) receive(each)
    })
  }
  socket.once('close', () => {
    forget()
    calls.close()
    void handle.close()
    void gateway.endSession(id)
  })
}
