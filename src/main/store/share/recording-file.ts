import { closeSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'
import { migrate } from '../migrate.ts'

/** "SpWy": what says that an SQLite file is a recording (`PRAGMA application_id`). */
export const APPLICATION_ID = 0x53_70_57_79

/**
 * A new, empty recording: the schema of a home's database and nothing in it. It is written once, from its beginning to its end, and
 * thrown away where that breaks off, so it needs neither a journal nor a flush.
 */
export function createRecording(file: string): Database.Database {
  // What was recorded is in it in clear.
  closeSync(openSync(file, 'wx', 0o600))
  const db = new Database(file)
  db.pragma('journal_mode = OFF')
  db.pragma('synchronous = OFF')
  db.pragma('locking_mode = EXCLUSIVE')
  db.pragma('foreign_keys = OFF')
  db.pragma('cache_size = -16384')
  db.pragma(`application_id = ${APPLICATION_ID}`)
  migrate(db)
  return db
}
