import type { ActiveSession } from '../recording/active-session.ts'
import { stringifyJson } from '../rpc/json.ts'
import type { Connection, McpParts } from './connection.ts'
import { upstreamTools } from './upstream-tools.ts'

const remembered = new WeakSet<ActiveSession>()

/** Keeps, with the first call of a session, which tools its agent was offered: a replay offers the same. Nobody waits for it. */
export function rememberTools(parts: McpParts, connection: Connection, session: ActiveSession): void {
  const { services } = parts
  if (remembered.has(session) || !services.config().recording.enabled) return
  remembered.add(session)
  const remember = async () => {
    const tools = stringifyJson(await upstreamTools(parts, connection))
    await services.store.write.rememberTools({ session: session.id, at: services.now(), tools })
  }
  remember().catch((error: unknown) =>
    services.log.warn({ session: session.id, reason: String(error) }, 'its tools could not be kept'),
  )
}
