import type { Database } from 'better-sqlite3'
import { get, run } from '../statement.ts'

/**
 * Deletes up to so many chunks of condemned blobs, and the blobs that are then empty.
 * @returns whether there is more to do: whoever asks does so again, and other writes get their turn between
 */
export function sweep(db: Database, { chunks }: { chunks: number }): boolean {
  let room = chunks
  while (room > 0) {
    const blob = get<{ id: number }>(db, 'SELECT id FROM blobs WHERE condemned = 1 LIMIT 1')
    if (!blob) return false
    const { changes } = run(
      db,
      'DELETE FROM chunks WHERE rowid IN (SELECT rowid FROM chunks WHERE blob = ? LIMIT ?)',
      blob.id,
      room,
    )
    if (changes < room) run(db, 'DELETE FROM blobs WHERE id = ?', blob.id)
    room -= changes + 1
  }
  return true
}
