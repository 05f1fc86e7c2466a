import { setImmediate } from 'node:timers/promises'
import type { Server } from '@modelcontextprotocol/server'
import type { EventType } from '../../shared/event.ts'
import { seenIn } from '../operations/reader.ts'
import type { Services } from '../operations/services.ts'
import type { ActiveSession } from '../recording/active-session.ts'
import type { Connection } from './connection.ts'
import { definitions } from './scratchpad/definitions.ts'

/** What makes the first entry is always there. */
const ALWAYS = 'scratchpad_write'

/**
 * Those of our tools that a connection lists. Under `policy.hideToolsUntilOffload` the others come once its session (under turn
 * isolation its turn) has something to read, where lists may vary from one connection to the next (M10).
 */
export async function ownTools(services: Services, connection: Connection): Promise<readonly object[]> {
  if (!services.config().policy.hideToolsUntilOffload || !connection.stateful?.()) return definitions
  if (await hasSomethingToRead(services, await connection.session())) return definitions
  return definitions.filter(({ name }) => name === ALWAYS)
}

async function hasSomethingToRead(services: Services, session: ActiveSession): Promise<boolean> {
  const { store, now } = services
  const { client, id, projectId } = session
  const seen = seenIn(services, session)
  const { total } = await store.read.entries({ client, session: id, sort: 'newest', limit: 1, ...seen })
  if (total > 0) return true
  return (await store.read.notes({ client, session: null, project: projectId, at: now() })).length > 0
}

const CHANGING: ReadonlySet<EventType> = new Set([
  'call.offloaded',
  'note.written',
  'entry.deleted',
  'retention.pruned',
  'turn.started',
])

/**
 * Tells a client when its session has got its first entry, or lost its last.
 * @param current the connection's session; null while it has none
 * @returns stops that
 */
export function watchOwnTools(
  services: Services,
  server: Server,
  current: () => Promise<ActiveSession> | null,
): () => void {
  let shown = false
  let last: Promise<unknown> = Promise.resolve()
  const check = async () => {
    // A turn that has just started is the session's current one a moment after it is announced.
    await setImmediate()
    const session = await current()
    if (!session || !services.config().policy.hideToolsUntilOffload) return
    const visible = await hasSomethingToRead(services, session)
    if (visible === shown) return
    shown = visible
    await server.sendToolListChanged()
  }
  return services.bus.subscribe(({ event }) => {
    if (!services.config().policy.hideToolsUntilOffload || !CHANGING.has(event.type)) return
    // A connection that closes at this moment cannot be told, and need not be.
    last = last.then(check).catch(() => undefined)
  })
}
