import { closeSync, openSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { PASSING_CACHE_KIB } from '../connection.ts'

const VERSION = 1

/**
 * `words` has one row for each chunk of a content: its rowid is made of blob and chunk (see `rowidOf`), and it holds which words
 * are in it but neither the text nor their places, which keeps it at a fifth of the text. `indexed` says how far each blob has come.
 */
const SCHEMA = `
CREATE VIRTUAL TABLE words USING fts5 (
  text, content = '', contentless_delete = 1, detail = none, tokenize = 'unicode61 remove_diacritics 0'
);
CREATE TABLE indexed (
  blob INTEGER PRIMARY KEY,
  chunks INTEGER NOT NULL,
  done INTEGER NOT NULL
) STRICT;
PRAGMA user_version = ${VERSION};
`

/** Chunks of a blob that a rowid has room for: 64 GiB. */
const CHUNKS = 1n << 20n

export const rowidOf = (blob: number, chunk: number): bigint => BigInt(blob) * CHUNKS + BigInt(chunk)

/** SQL for the blob of a row of `words`. */
export const BLOB_OF_ROWID = 'rowid >> 20'

/**
 * Opens the index. It lies in a file of its own because a merge inside FTS5 takes tens of milliseconds now and then, and nobody's
 * commit may wait for it. It can always be made anew: a version that is not ours, or a damaged file, is.
 */
export function openIndex(file: string): Database.Database {
  try {
    const db = open(file)
    if (db.pragma('user_version', { simple: true }) === VERSION) return db
    db.close()
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
  }
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  const db = open(file)
  db.exec(SCHEMA)
  return db
}

function open(file: string): Database.Database {
  closeSync(openSync(file, 'a', 0o600))
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.pragma(`cache_size = ${-PASSING_CACHE_KIB}`)
  return db
}
