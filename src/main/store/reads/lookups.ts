import type { Database } from 'better-sqlite3'
import type { Client } from '../../../shared/contract/access.ts'
import { iso } from '../rows.ts'
import { all, get } from '../statement.ts'

/** The highest `n` of the names `<base>_<n>` in a session; 0 where there is none. */
export function lastNameNumber(db: Database, { session, base }: { session: string; base: string }): number {
  const start = base.length + 2
  const row = get<{ n: number | null }>(
    db,
    `SELECT max(CAST(substr(name, ?) AS INTEGER)) AS n FROM entries
     WHERE session = ? AND name > ? AND name < ? AND substr(name, ?) NOT GLOB '*[^0-9]*'`,
    start,
    session,
    `${base}_`,
    `${base}_~`,
    start,
  )
  return row?.n ?? 0
}

/** What the client of a session said of itself when it began. */
export const handshake = (db: Database, { session }: { session: string }): string | null =>
  get<{ handshake: string | null }>(db, 'SELECT handshake FROM sessions WHERE id = ?', session)?.handshake ??
  null

export function nameTaken(db: Database, { session, name }: { session: string; name: string }): boolean {
  return (
    get(db, 'SELECT 1 FROM entries WHERE session = ? AND name = ? AND blob IS NOT NULL', session, name) !==
    undefined
  )
}

export function clientByToken(
  db: Database,
  { tokenHash }: { tokenHash: Uint8Array },
): { id: string; name: string } | null {
  return (
    get<{ id: string; name: string }>(db, 'SELECT id, name FROM clients WHERE token_hash = ?', tokenHash) ??
    null
  )
}

interface ClientRow {
  id: string
  name: string
  created_at: number
  last_seen_at: number | null
}

export function clients(db: Database): Client[] {
  return all<ClientRow>(db, 'SELECT id, name, created_at, last_seen_at FROM clients ORDER BY name, id').map(
    (row) => ({
      id: row.id,
      name: row.name,
      createdAt: iso(row.created_at),
      lastSeenAt: row.last_seen_at === null ? null : iso(row.last_seen_at),
    }),
  )
}

export function projectId(db: Database, { client, path }: { client: string; path: string }): string | null {
  return (
    get<{ id: string }>(db, 'SELECT id FROM projects WHERE client = ? AND path = ?', client, path)?.id ?? null
  )
}

export const knownHashes = (db: Database, { hashes }: { hashes: readonly string[] }): string[] =>
  all<{ sha256: string }>(
    db,
    'SELECT sha256 FROM blobs WHERE sha256 IN (SELECT value FROM json_each(?))',
    JSON.stringify(hashes),
  ).map(({ sha256 }) => sha256)
