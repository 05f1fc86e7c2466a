import Database from 'better-sqlite3'
import type { TableFacts } from '../protocol.ts'
import { quoteName } from './names.ts'
import type { TableSource } from './source.ts'

export interface LoadedTable {
  readonly db: Database.Database
  readonly facts: TableFacts
}

/** Makes the table `t` in a private database that has no file: neither it nor what a query sorts ever touches the disk. */
export function loadTable(source: TableSource): LoadedTable {
  const db = new Database(':memory:')
  db.pragma('temp_store = MEMORY')
  db.pragma('journal_mode = OFF')
  const { columns, header, leftOut } = source
  const declared = columns.map(({ name, type }) => `${quoteName(name)} ${type.toUpperCase()}`)
  db.exec(`CREATE TABLE t (${declared.length === 0 ? '"value" TEXT' : declared.join(', ')}) STRICT`)
  let rows = 0
  if (columns.length > 0) {
    const insert = db.prepare(`INSERT INTO t VALUES (${columns.map(() => '?').join(', ')})`)
    db.exec('BEGIN')
    for (const cells of source.rows()) {
      insert.run(cells)
      rows++
    }
    db.exec('COMMIT')
  }
  db.pragma('query_only = ON')
  return { db, facts: { columns, rows, header, leftOut } }
}
