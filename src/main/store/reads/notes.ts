import type { Database } from 'better-sqlite3'
import type { Entry } from '../../../shared/entry.ts'
import type { ListedNote } from '../../../shared/contract/notes.ts'
import type { NotesOf } from '../protocol.ts'
import { type EntryRow, iso, toEntry } from '../rows.ts'
import { all, get } from '../statement.ts'

/**
 * Project notes that someone may read: those of the own client in the own project, and the people's (client ''), who may write
 * for a folder, read by every client that works in it, or for none in particular, read by all.
 */
export const PROJECT_NOTES = `e.note = 1 AND e.scope = 'project' AND e.blob IS NOT NULL AND (
    (e.client = :client AND e.project IS :project)
    OR (e.client = '' AND (e.project IS NULL
      OR e.project IN (SELECT id FROM projects WHERE path = (SELECT path FROM projects WHERE id = :project)))))`

const SESSION_NOTES = `e.note = 1 AND e.scope = 'session' AND e.blob IS NOT NULL AND e.session = :session AND e.client = :client`

/** A client's own note comes before a person's of the same name, and a project's before one for all. */
const OWN_FIRST = `ORDER BY e.client = :client DESC, e.project IS NULL, e.seq DESC`

type ListedRow = EntryRow & {
  lease_session: string | null
  lease_until: number | null
  project_path: string | null
}

const LISTED = `SELECT e.*, p.path AS project_path FROM entries e LEFT JOIN projects p ON p.id = e.project`

const toListed =
  (at: number) =>
  (row: ListedRow): ListedNote => ({
    ...toEntry(row),
    lease:
      row.lease_session === null || (row.lease_until ?? 0) <= at
        ? null
        : { session: row.lease_session, until: iso(row.lease_until ?? 0) },
    projectPath: row.project_path,
  })

export function notes(
  db: Database,
  { client, session, project, at }: NotesOf & { at: number },
): ListedNote[] {
  return all<ListedRow>(db, `${LISTED} WHERE (${PROJECT_NOTES}) OR (${SESSION_NOTES}) ORDER BY e.name`, {
    client,
    session,
    project,
  }).map(toListed(at))
}

/** Every note that `client` may see (null: everyone's), those used last, by name; and how many there are. */
export function allNotes(
  db: Database,
  { client, at, limit }: { client: string | null; at: number; limit: number },
): { items: ListedNote[]; total: number } {
  const where = `e.note = 1 AND e.blob IS NOT NULL AND (:client IS NULL OR e.client = :client)`
  const rows = all<ListedRow>(db, `${LISTED} WHERE ${where} ORDER BY e.last_used_at DESC LIMIT :limit`, {
    client,
    limit,
  })
  const total =
    get<{ n: number }>(db, `SELECT count(*) AS n FROM entries e WHERE ${where}`, { client })?.n ?? 0
  return { items: rows.map(toListed(at)).sort((a, b) => (a.name < b.name ? -1 : 1)), total }
}

/** A note by its name: the session's, else the project's. */
export function note(
  db: Database,
  { client, session, project, name, scope }: NotesOf & { name: string; scope?: 'session' | 'project' },
): Entry | null {
  const one = (where: string, order: string) =>
    get<EntryRow>(db, `SELECT e.* FROM entries e WHERE e.name = :name AND ${where} ${order} LIMIT 1`, {
      client,
      session,
      project,
      name,
    })
  const found =
    (scope === 'project' ? undefined : one(SESSION_NOTES, '')) ??
    (scope === 'session' ? undefined : one(PROJECT_NOTES, OWN_FIRST))
  return found ? toEntry(found) : null
}
