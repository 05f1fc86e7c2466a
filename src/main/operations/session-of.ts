import type { ActiveSession } from '../recording/active-session.ts'
import type { Caller, Services } from './services.ts'

/** The session that a request belongs to: the one it names, else the caller's rolling one. */
export function sessionOf(
  services: Services,
  caller: Caller,
  named: string | undefined,
): Promise<ActiveSession> {
  const { client, clientName, projectPath } = caller
  const origin = { client, clientName, projectPath, transport: 'api' as const }
  const key = named ?? caller.session
  return key === null || key === undefined
    ? services.sessions.rolling(origin)
    : services.sessions.resolve(origin, key)
}

/** A session filter as it is stored: callers may use their own name for a session. Null: no filter. */
export async function sessionFilter(
  services: Services,
  caller: Caller,
  named: string | undefined,
): Promise<string | undefined> {
  if (named === undefined) return undefined
  const state = await services.store.read.sessionState({
    client: caller.client,
    id: named,
    externalKey: named,
  })
  return state?.session.id ?? named
}
