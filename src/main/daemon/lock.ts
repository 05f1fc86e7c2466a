import Database from 'better-sqlite3'
import { SpillwayError } from '../../shared/errors.ts'

/**
 * Held for as long as a daemon lives: an exclusive lock of the operating system on a file of its own, by way of SQLite. It goes with
 * the process however that ends, so it can never be stale, unlike a file with a pid in it.
 * @returns a function that lets go
 * @throws SpillwayError `conflict` where another daemon holds it
 */
export function takeLock(file: string): () => void {
  const db = new Database(file, { timeout: 0 })
  try {
    db.pragma('journal_mode = DELETE')
    db.pragma('locking_mode = EXCLUSIVE')
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if ((error as { code?: unknown }).code !== 'SQLITE_BUSY') throw error
    throw new SpillwayError(
      'conflict',
      'Another Spillway daemon already runs for this home.',
      'Use that one, or another --home.',
    )
  }
  return () => db.close()
}
