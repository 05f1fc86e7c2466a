import type { Database, Statement } from 'better-sqlite3'

const compiled = new WeakMap<Database, Map<string, Statement>>()

/** The prepared statement of a text, compiled once per connection. */
export function statement(db: Database, sql: string): Statement {
  let ofDb = compiled.get(db)
  if (!ofDb) compiled.set(db, (ofDb = new Map()))
  let one = ofDb.get(sql)
  if (!one) ofDb.set(sql, (one = db.prepare(sql)))
  return one
}

/** Typed reads: the caller names the row's shape once, beside its SQL. */
export function get<Row>(db: Database, sql: string, ...values: unknown[]): Row | undefined {
  return statement(db, sql).get(...values) as Row | undefined
}

export function all<Row>(db: Database, sql: string, ...values: unknown[]): Row[] {
  return statement(db, sql).all(...values) as Row[]
}

export function run(
  db: Database,
  sql: string,
  ...values: unknown[]
): { changes: number; lastInsertRowid: number } {
  const { changes, lastInsertRowid } = statement(db, sql).run(...values)
  return { changes, lastInsertRowid: Number(lastInsertRowid) }
}

/** Inserts a row by its column names; gives its rowid. */
export function insertRow(db: Database, table: string, row: Record<string, unknown>): number {
  const columns = Object.keys(row)
  const values = columns.map((name) => `:${name}`)
  return run(db, `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})`, row)
    .lastInsertRowid
}
