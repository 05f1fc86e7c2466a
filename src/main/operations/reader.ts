import { SpillwayError } from '../../shared/errors.ts'
import { ENTRY_ID } from '../../shared/id-format.ts'
import { effectivePolicy } from '../policy/rule.ts'
import type { Content, Viewer } from '../store/protocol.ts'
import { type Caller, type Services, visibleTo } from './services.ts'

/** Who reads, and where from: with a session, names resolve in it and the read belongs to its current turn. */
export interface Reader {
  /** Null: the admin, who sees everyone's. */
  readonly client: string | null
  readonly session: string | null
  readonly project: string | null
  readonly turn: string | null
}

/**
 * Where a request over HTTP looks for what it calls `id`: in the session it names. One that names none may use every exact id of its
 * client, and names and hash prefixes of the session that its own calls are in now. The admin sees all.
 */
export async function readerOf(services: Services, caller: Caller, id: string): Promise<Reader> {
  const client = visibleTo(caller)
  if (caller.session !== null) {
    const key = { id: caller.session, externalKey: caller.session }
    const state = await services.store.read.sessionState({ client: caller.client, ...key })
    const { session = null, projectId = null, turn = null } = state ?? {}
    return { client, session: session?.id ?? null, project: projectId, turn: turn?.id ?? null }
  }
  const anywhere = { client, session: null, project: null, turn: null }
  if (client === null) return anywhere
  if (ENTRY_ID.test(id)) return isTurnIsolated(services) ? inItsTurn(services, client, id) : anywhere
  const { clientName, projectPath } = caller
  const current = services.sessions.rollingNow({ client, clientName, projectPath, transport: 'api' })
  return current
    ? { client, session: current.id, project: current.projectId, turn: current.currentTurn }
    : anywhere
}

const isTurnIsolated = ({ config }: Services) => effectivePolicy(config().policy).isolation === 'turn'

/** Under turn isolation nobody gets around it by not naming a session: an entry is looked for from where its own session is now. */
async function inItsTurn({ store }: Services, client: string, id: string): Promise<Reader> {
  const entry = await store.read.entry({ id, client })
  const state = entry && (await store.read.sessionState({ client, id: entry.session }))
  return {
    client,
    session: entry?.session ?? null,
    project: entry?.project ?? null,
    turn: state?.turn?.id ?? null,
  }
}

/** Under turn isolation a session sees only what belongs to its current turn (M9). */
export function viewerOf(services: Services, { client, session, project, turn }: Reader): Viewer {
  const isIsolated = session !== null && isTurnIsolated(services)
  return { client, session, project, turn: isIsolated ? (turn ?? '') : null }
}

/** What narrows a list to what an agent sees: under turn isolation its current turn and notes (M9). */
export const seenIn = (services: Services, { currentTurn }: { readonly currentTurn: string | null }) =>
  isTurnIsolated(services) ? { turn: currentTurn ?? '' } : {}

/** @throws SpillwayError `not_found`, or `expired` with the hash and the time */
export async function findContent(services: Services, reader: Reader, id: string): Promise<Content> {
  const viewer = viewerOf(services, reader)
  const found = await services.store.read.find({ viewer, id, at: services.now() })
  if (found.found === 'live') return found.content
  if (found.found === 'expired')
    throw new SpillwayError(
      'expired',
      `${id} is past its life: its bytes (sha256 ${found.sha256}) were removed at ${new Date(found.at).toISOString()} (${found.why}).`,
      found.isNote ? 'List what there is with scratchpad_list.' : 'Call the tool again to get it anew.',
    )
  throw new SpillwayError(
    'not_found',
    `There is no entry ${id}.`,
    'List what there is with scratchpad_list or GET /api/v1/entries.',
  )
}
