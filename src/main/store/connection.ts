import { closeSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'

/** Pages of the write-ahead log are moved into the database by the keeper, never inside a commit. */
const NO_AUTOCHECKPOINT = 0

/** Beyond this the log is begun anew, and cut to this length when that happens. */
export const LOG_LIMIT_BYTES = 64 * 1024 * 1024

/**
 * How long a new beginning of the log waits for a gap between commits, and for readers that still need the old one; commits wait
 * as long in the worst case. Where it is not enough, the next attempt is a moment later.
 */
const RESTART_WAIT_MS = 50

/**
 * Pages that a connection keeps for its next statement, in KiB. What is evicted comes from the system's cache in microseconds, while the
 * memory of pages stays with the process when they are dropped: each comes from an arena of the C library, among all that is in use.
 */
const WRITER_CACHE_KIB = 4_096
/** For timelines of a million calls. */
export const TIMELINE_CACHE_KIB = 16_384
/** For whoever goes through contents once. */
export const PASSING_CACHE_KIB = 2_048

/** The one connection that writes. `auto_vacuum` must be chosen before WAL creates the file. */
export function openWriter(file: string): Database.Database {
  // Contents are in clear, so the file is its owner's alone; SQLite gives the log beside it the same mode.
  closeSync(openSync(file, 'a', 0o600))
  const db = new Database(file)
  // SQLite writes this even where it is so already, and a database of a newer version must not be touched.
  if (Number(db.pragma('page_count', { simple: true })) === 0) db.pragma('auto_vacuum = INCREMENTAL')
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.pragma(`wal_autocheckpoint = ${NO_AUTOCHECKPOINT}`)
  db.pragma(`journal_size_limit = ${LOG_LIMIT_BYTES}`)
  db.pragma('foreign_keys = ON')
  db.pragma(`cache_size = ${-WRITER_CACHE_KIB}`)
  db.pragma('busy_timeout = 5000')
  return db
}

/** A connection that only reads; it sees each commit as soon as it is acknowledged. */
export function openReader(file: string, cacheKib = PASSING_CACHE_KIB): Database.Database {
  const db = new Database(file, { readonly: true })
  db.pragma('query_only = ON')
  db.pragma(`cache_size = ${-cacheKib}`)
  db.pragma('busy_timeout = 5000')
  return db
}

/** Gives back the pages that a connection keeps for its next statement, up to its `cache_size`. */
export function tidy(db: Database.Database): void {
  db.pragma('shrink_memory')
}

/** A connection for checkpoints alone. */
export function openKeeper(file: string): Database.Database {
  const db = new Database(file)
  db.pragma('synchronous = NORMAL')
  db.pragma(`cache_size = ${-PASSING_CACHE_KIB}`)
  db.pragma(`busy_timeout = ${RESTART_WAIT_MS}`)
  return db
}
