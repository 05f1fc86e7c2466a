import type { Database } from 'better-sqlite3'
import { get, run } from '../statement.ts'

interface NewClient {
  id: string
  name: string
  tokenHash: Uint8Array
  at: number
}

export function addClient(db: Database, { id, name, tokenHash, at }: NewClient): void {
  run(
    db,
    'INSERT INTO clients (id, name, token_hash, created_at) VALUES (?, ?, ?, ?)',
    id,
    name,
    tokenHash,
    at,
  )
}

/** Its name; null where there is no such client. */
export function replaceToken(
  db: Database,
  { id, tokenHash }: Pick<NewClient, 'id' | 'tokenHash'>,
): string | null {
  const sql = 'UPDATE clients SET token_hash = ? WHERE id = ? RETURNING name'
  return get<{ name: string }>(db, sql, tokenHash, id)?.name ?? null
}

/** True where there was one. What it stored stays, for the admin alone. */
export function removeClient(db: Database, { id }: { id: string }): boolean {
  return run(db, 'DELETE FROM clients WHERE id = ?', id).changes > 0
}

export function touchClient(db: Database, { id, at }: { id: string; at: number }): void {
  run(db, 'UPDATE clients SET last_seen_at = ? WHERE id = ?', at, id)
}
