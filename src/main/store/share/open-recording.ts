import { closeSync, openSync, readSync } from 'node:fs'
import Database from 'better-sqlite3'
import { reasonOf, SpillwayError } from '../../../shared/errors.ts'
import { migrate, SCHEMA_VERSION } from '../migrate.ts'
import { all } from '../statement.ts'
import { APPLICATION_ID } from './recording-file.ts'

/**
 * A file that somebody else made, to be looked at: never attached to anything of ours, and with nothing in it that could run. An older
 * one is brought to this version where it lies, so it has to be a copy.
 * @throws SpillwayError `unsupported` where it is of a newer version; `invalid_input` where it is no recording, or not ours in every word
 */
export function openRecording(file: string): Database.Database {
  assertSqlite(file)
  try {
    const version = look(file)
    if (version < SCHEMA_VERSION) bringUp(file)
    return openHardened(file)
  } catch (error) {
    throw asDamage(error)
  }
}

/** What SQLite says of a file that it cannot read, as ours. */
export function asDamage(error: unknown): unknown {
  const { code } = error as { code?: unknown }
  if (error instanceof SpillwayError || typeof code !== 'string' || !code.startsWith('SQLITE_')) return error
  return new SpillwayError('invalid_input', `The recording is damaged: ${reasonOf(error)}.`)
}

const noRecording = () =>
  new SpillwayError('invalid_input', 'That is not a Spillway recording.', 'Make one with spillway export.')

/** Every page is looked at before it is trusted, and whatever the schema says, it calls nothing. */
function openHardened(file: string): Database.Database {
  const db = new Database(file, { readonly: true })
  db.pragma('trusted_schema = OFF')
  db.pragma('query_only = ON')
  db.pragma('cell_size_check = ON')
  db.pragma('mmap_size = 0')
  return db
}

/** The version of a recording that is ours word for word. */
function look(file: string): number {
  const db = openHardened(file)
  try {
    if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID) throw noRecording()
    const version = Number(db.pragma('user_version', { simple: true }))
    if (version > SCHEMA_VERSION)
      throw new SpillwayError(
        'unsupported',
        `The recording was written by a newer Spillway (schema ${version}; this one knows ${SCHEMA_VERSION}).`,
        'Update Spillway, then try again.',
      )
    if (version < 1) throw noRecording()
    assertSchema(db, version)
    return version
  } finally {
    db.close()
  }
}

function bringUp(file: string): void {
  const db = new Database(file)
  try {
    migrate(db)
  } finally {
    db.close()
  }
}

interface SchemaRow {
  readonly type: string
  readonly name: string
  readonly tbl_name: string
  readonly sql: string | null
}

/** A trigger, a view or a column more, and it is not what we wrote. */
function assertSchema(db: Database.Database, version: number): void {
  const ours = new Database(':memory:')
  migrate(ours, undefined, version)
  const [expected, found] = [ours, db].map((one) =>
    JSON.stringify(
      all<SchemaRow>(one, 'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name'),
    ),
  )
  ours.close()
  if (expected !== found)
    throw new SpillwayError(
      'invalid_input',
      'The recording has a schema of its own, so it was not written by Spillway.',
    )
}

const MAGIC = 'SQLite format 3\0'
/** Where the header says how the file is written: 1 is the plain way, 2 with a log beside it. */
const WRITE_VERSION = 18
const HEADER_BYTES = 100

function assertSqlite(file: string): void {
  const header = Buffer.alloc(HEADER_BYTES)
  const handle = openSync(file, 'r')
  const read = readSync(handle, header, 0, HEADER_BYTES, 0)
  closeSync(handle)
  const isPlain = header[WRITE_VERSION] === 1 && header[WRITE_VERSION + 1] === 1
  if (read < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC || !isPlain)
    throw noRecording()
}
