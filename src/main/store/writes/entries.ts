import type { Database } from 'better-sqlite3'
import { SpillwayError } from '../../../shared/errors.ts'
import { get, run } from '../statement.ts'
import type { Announcements } from './events.ts'

interface UpdateOrder {
  id: string
  at: number
  pinned?: boolean
  name?: string
  ttlSeconds?: number
}

/** Pins, renames or changes the life of an entry. @throws SpillwayError `not_found`, `conflict` (the name is in use). */
export function updateEntry(db: Database, announce: Announcements, order: UpdateOrder): void {
  const { id, at, pinned, name, ttlSeconds } = order
  const entry = get<Renamed & { turn: string | null; step: number | null }>(
    db,
    'SELECT client, session, project, scope, turn, step FROM entries WHERE id = ?',
    id,
  )
  if (!entry) throw new SpillwayError('not_found', `There is no entry ${id}.`)
  if (name !== undefined) {
    const where = entry.scope === 'project' ? 'project' : 'session'
    if (isTaken(db, id, name, entry))
      throw new SpillwayError('conflict', `Another entry of this ${where} is already called ${name}.`)
    run(db, 'UPDATE entries SET name = ? WHERE id = ?', name, id)
  }
  if (pinned !== undefined) run(db, 'UPDATE entries SET pinned = ? WHERE id = ?', pinned ? 1 : 0, id)
  if (ttlSeconds !== undefined)
    run(
      db,
      'UPDATE entries SET ttl_seconds = ?, expires_at = ? WHERE id = ?',
      ttlSeconds,
      at + ttlSeconds * 1000,
      id,
    )
  // A pin that is taken off starts the life anew: it must not expire in the same moment.
  if (pinned === false)
    run(
      db,
      'UPDATE entries SET expires_at = ? + ttl_seconds * 1000 WHERE id = ? AND ttl_seconds IS NOT NULL',
      at,
      id,
    )
  const { client, session, turn, step } = entry
  const data = {
    ...(pinned === undefined ? {} : { pinned }),
    ...(name === undefined ? {} : { name }),
    ...(ttlSeconds === undefined ? {} : { ttlSeconds }),
  }
  announce.add(db, { at, type: 'entry.changed', client, session, turn, step, entry: id, data })
}

interface Renamed {
  client: string
  session: string
  project: string | null
  scope: 'session' | 'project'
}

/** Names are of a session; those of notes for a project are the project's. */
function isTaken(
  db: Database,
  id: string,
  name: string,
  { scope, client, project, session }: Renamed,
): boolean {
  const others = 'SELECT id FROM entries WHERE name = ? AND id <> ? AND blob IS NOT NULL'
  const holder =
    scope === 'project'
      ? get(
          db,
          `${others} AND note = 1 AND scope = 'project' AND client = ? AND project IS ?`,
          name,
          id,
          client,
          project,
        )
      : get(db, `${others} AND session = ?`, name, id, session)
  return holder !== undefined
}
