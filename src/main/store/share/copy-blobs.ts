import type { Database } from 'better-sqlite3'
import { get, insertRow, run, statement } from '../statement.ts'
import type { Row } from './copy-rows.ts'

/** So many chunks in one transaction of each database: some milliseconds, after which the reader lets go of what it saw. */
const CHUNKS_AT_ONCE = 256

/** By place and not by name: there are tens of thousands of them. */
const CHUNK = 'blob, seq, char_start, line_start, codec, data'
type ChunkValues = [number, number, number, number, number, Uint8Array]

/**
 * Copies a content as it is stored, packed, in slices; yields the bytes of each. Gives false where it was removed from the home
 * meanwhile, and takes back what was copied of it.
 */
export function* copyBlob(home: Database, file: Database, id: number): Generator<number, boolean> {
  const blob = get<Row>(home, 'SELECT * FROM blobs WHERE id = ? AND sha256 IS NOT NULL', id)
  if (!blob) return false
  insertRow(file, 'blobs', blob)
  const next = statement(
    home,
    `SELECT ${CHUNK} FROM blobs b CROSS JOIN chunks c ON c.blob = b.id
     WHERE b.id = ? AND b.sha256 IS NOT NULL AND c.seq >= ? AND c.seq < ? ORDER BY c.seq`,
  ).raw()
  const put = statement(file, `INSERT INTO chunks (${CHUNK}) VALUES (?, ?, ?, ?, ?, ?)`)
  const total = Number(blob['stored_bytes'])
  let copied = 0
  for (let seq = 0; copied < total; seq += CHUNKS_AT_ONCE) {
    const chunks = next.all(id, seq, seq + CHUNKS_AT_ONCE) as ChunkValues[]
    if (chunks.length === 0) {
      run(file, 'DELETE FROM chunks WHERE blob = ?', id)
      run(file, 'DELETE FROM blobs WHERE id = ?', id)
      return false
    }
    file.transaction(() => chunks.forEach((chunk) => put.run(...chunk)))()
    const bytes = chunks.reduce((sum, [, , , , , data]) => sum + data.length, 0)
    copied += bytes
    yield bytes
  }
  return true
}

/** Says of everything that held a content that it is gone. */
export function forgetBlob(file: Database, id: number, at: number): void {
  run(
    file,
    "UPDATE entries SET blob = NULL, pruned_at = ?, pruned_why = 'removed while it was exported' WHERE blob = ?",
    at,
    id,
  )
  run(file, 'DELETE FROM call_blobs WHERE blob = ?', id)
}
