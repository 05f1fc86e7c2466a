import type { Database } from 'better-sqlite3'
import { SpillwayError } from '../../../shared/errors.ts'
import type { SessionData, TurnData } from '../../../shared/event.ts'
import type { Session, Turn } from '../../../shared/contract/recording.ts'
import type { NewSession, NewTurn, ProjectOfSession } from '../protocol.ts'
import { sessionById, turnById } from '../reads/sessions.ts'
import { get, run } from '../statement.ts'
import type { Announcements } from './events.ts'

function projectOf(
  db: Database,
  { client, projectPath, projectId }: Pick<NewSession, 'client' | 'projectPath' | 'projectId'>,
): string | null {
  if (projectPath === null) return null
  run(
    db,
    'INSERT OR IGNORE INTO projects (id, client, path) VALUES (?, ?, ?)',
    projectId,
    client,
    projectPath,
  )
  return (
    get<{ id: string }>(db, 'SELECT id FROM projects WHERE client = ? AND path = ?', client, projectPath)
      ?.id ?? null
  )
}

export function addSession(db: Database, announce: Announcements, order: NewSession): Session {
  const project = projectOf(db, order)
  run(
    db,
    `INSERT INTO sessions (id, client, client_name, project, transport, repeats, external_key, started_at, last_used_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    order.id,
    order.client,
    order.clientName,
    project,
    order.transport,
    order.repeats ?? null,
    order.externalKey,
    order.at,
    order.at,
  )
  const data: SessionData = {
    client: order.client === '' ? null : order.client,
    clientName: order.clientName,
    project: order.projectPath,
    transport: order.transport,
  }
  announce.add(db, { at: order.at, type: 'session.started', client: order.client, session: order.id, data })
  return required(sessionById(db, order.id, null))
}

/** Puts a session into the project that its client said it works in. */
export function assignProject(
  db: Database,
  order: ProjectOfSession,
): { session: Session; projectId: string | null } {
  const projectId = projectOf(db, order)
  run(db, 'UPDATE sessions SET project = ? WHERE id = ?', projectId, order.session)
  return { session: required(sessionById(db, order.session, null)), projectId }
}

/** Keeps what the client of a session said of itself. */
export function keepHandshake(db: Database, order: { session: string; handshake: string }): void {
  run(db, 'UPDATE sessions SET handshake = ? WHERE id = ?', order.handshake, order.session)
}

/** Starts a turn; the one before it in the session ends at the same moment. */
export function addTurn(db: Database, announce: Announcements, order: NewTurn): Turn {
  const { id, client, session, number, prompt, at } = order
  run(db, 'UPDATE turns SET ended_at = ? WHERE session = ? AND ended_at IS NULL', at, session)
  run(
    db,
    'INSERT INTO turns (id, session, number, prompt, external_key, explicit, started_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    id,
    session,
    number,
    prompt,
    order.externalKey,
    order.explicit ? 1 : 0,
    at,
  )
  run(db, 'UPDATE sessions SET last_used_at = ? WHERE id = ?', at, session)
  const data: TurnData = { number, prompt, title: null }
  announce.add(db, { at, type: 'turn.started', client, session, turn: id, data })
  return required(turnById(db, id, null))
}

function required<T>(row: T | null): T {
  if (row === null) throw new SpillwayError('internal', 'A row that was just written cannot be read.')
  return row
}
