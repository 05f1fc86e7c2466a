import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { all } from '../../statement.ts'

/** Two calls with equal digests were asked the same, or answered the same, byte for byte. */
export interface CallDigest {
  readonly id: string
  readonly arguments: string
  /** Null where the result was not recorded. Stored contents count by their hash, so that it holds after they are gone. */
  readonly result: string | null
}

/** Of the calls of some turns. */
export function callDigests(
  db: Database,
  { turns, client }: { turns: readonly string[]; client: string | null },
): CallDigest[] {
  const rows = all<{ id: string; arguments: string | null; result: string | null }>(
    db,
    `SELECT c.id, c.arguments, c.result FROM calls c JOIN sessions s ON s.id = c.session
     WHERE c.turn IN (SELECT value FROM json_each(?)) AND (? IS NULL OR s.client = ?)`,
    JSON.stringify(turns),
    client,
    client,
  )
  return rows.map((row) => ({
    id: row.id,
    arguments: digest(row.arguments ?? ''),
    result: row.result === null ? null : digest(row.result),
  }))
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')
