import type { Database } from 'better-sqlite3'
import { ENTRY_ID } from '../../../shared/id-format.ts'
import type { Content, Found, Viewer } from '../protocol.ts'
import type { EntryRow } from '../rows.ts'
import { get } from '../statement.ts'
import { note, PROJECT_NOTES } from './notes.ts'

type Row = Pick<
  EntryRow,
  | 'id'
  | 'name'
  | 'blob'
  | 'sha256'
  | 'encoding'
  | 'bytes'
  | 'chars'
  | 'lines'
  | 'mime'
  | 'kind'
  | 'pruned_at'
  | 'pruned_why'
  | 'expires_at'
  | 'pinned'
  | 'note'
>

const COLUMNS =
  'e.id, e.name, e.blob, e.sha256, e.encoding, e.bytes, e.chars, e.lines, e.mime, e.kind, e.pruned_at, e.pruned_why, e.expires_at, e.pinned, e.note'

/** `sha256:` and at least 12 hex digits. */
const HASH_PREFIX = /^sha256:([0-9a-f]{12,64})$/

/**
 * Resolves what a reader calls an entry: an exact id, then a note of the session, then one of the project, then a name or a hash
 * prefix of the session (DESIGN.md section 4, "Reading" and "Who sees what"). An exact id is good in any session of the same client
 * and project; the rest in the own session only.
 */
export function find(db: Database, { viewer, id, at }: { viewer: Viewer; id: string; at: number }): Found {
  const row = ENTRY_ID.test(id)
    ? byId(db, viewer, id)
    : (noteByName(db, viewer, id) ?? inSession(db, viewer, 'e.name = ?', [id]) ?? byHash(db, viewer, id))
  if (!row) return { found: 'nothing' }
  if (row.blob === null || row.pruned_at !== null)
    return gone(row, row.pruned_at ?? 0, row.pruned_why ?? 'pruned')
  // Past its life, though retention has not come by yet.
  if (row.expires_at !== null && row.expires_at <= at && row.pinned === 0)
    return gone(row, row.expires_at, 'expired')
  return { found: 'live', content: toContent(row, row.blob) }
}

const gone = ({ sha256, note }: Row, at: number, why: string): Found => ({
  found: 'expired',
  sha256,
  at,
  why,
  isNote: note === 1,
})

/** Under turn isolation nothing of another turn is seen but notes (M9). */
const IN_TURN = '(? IS NULL OR e.turn = ? OR e.note = 1)'

function byId(db: Database, { client, session, project, turn }: Viewer, id: string): Row | undefined {
  if (client === null)
    return get<Row>(db, `SELECT ${COLUMNS} FROM entries e WHERE e.id = ? AND ${IN_TURN}`, id, turn, turn)
  return (
    get<Row>(
      db,
      `SELECT ${COLUMNS} FROM entries e
       WHERE e.id = ? AND e.client = ? AND (? IS NULL OR e.session = ? OR e.project IS ?) AND ${IN_TURN}`,
      id,
      client,
      session,
      session,
      project,
      turn,
      turn,
    ) ??
    get<Row>(db, `SELECT ${COLUMNS} FROM entries e WHERE e.id = :id AND ${PROJECT_NOTES}`, {
      id,
      client,
      project,
    })
  )
}

function noteByName(db: Database, { client, session, project }: Viewer, name: string): Row | undefined {
  if (client === null) return undefined
  const found = note(db, { client, session, project, name })
  return found ? get<Row>(db, `SELECT ${COLUMNS} FROM entries e WHERE e.id = ?`, found.id) : undefined
}

function byHash(db: Database, viewer: Viewer, id: string): Row | undefined {
  const prefix = HASH_PREFIX.exec(id)?.[1]
  if (prefix === undefined) return undefined
  return inSession(db, viewer, 'e.sha256 >= ? AND e.sha256 < ?', [prefix, `${prefix}g`])
}

/** The newest match of the own session, a live one before a pruned one; without a session only the admin finds one, among all. */
function inSession(
  db: Database,
  { client, session, turn }: Viewer,
  match: string,
  values: string[],
): Row | undefined {
  if (client !== null && session === null) return undefined
  return get<Row>(
    db,
    `SELECT ${COLUMNS} FROM entries e
     WHERE ${match} AND (? IS NULL OR e.client = ?) AND (? IS NULL OR e.session = ?) AND ${IN_TURN}
     ORDER BY e.blob IS NULL, e.seq DESC LIMIT 1`,
    ...values,
    client,
    client,
    session,
    session,
    turn,
    turn,
  )
}

function toContent(row: Row, blob: number): Content {
  const { bytes, chars, lines, sha256, encoding, mime, kind } = row
  return { entry: row.id, name: row.name, blob, sha256, encoding, mime, kind, sizes: { bytes, chars, lines } }
}
