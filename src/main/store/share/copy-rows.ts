import type { Database } from 'better-sqlite3'
import { insertRow, statement } from '../statement.ts'
import { rowsOf, type ShareScope } from './scope.ts'

export type Row = Record<string, unknown>

/** What happens to a row on its way; null leaves it out. */
export type RowChange = (row: Row) => Row | null

/**
 * Copies all rows of a scope but the contents, in one read transaction, so that what they say of each other holds. Whose they were
 * and how a client called its session is nobody's business elsewhere.
 * @returns the numbers of the blobs that they refer to
 */
export function copyRows(home: Database, file: Database, scope: ShareScope): Set<number> {
  const id = 'turn' in scope ? scope.turn : scope.session
  const blobs = new Set<number>()
  const copy = home.transaction(() => {
    for (const [table, sql] of Object.entries(rowsOf(scope)))
      for (const row of statement(home, sql).iterate({ id }) as Iterable<Row>) {
        insertRow(file, table, anonymous(table, borrowed(table, row, scope)))
        if (typeof row['blob'] === 'number') blobs.add(row['blob'])
      }
  })
  file.transaction(copy)()
  return blobs
}

function anonymous(table: string, row: Row): Row {
  const plain = 'client' in row ? { ...row, client: '' } : row
  if (table === 'sessions') return { ...plain, external_key: null, handshake: null }
  return table === 'entries' ? { ...plain, lease_session: null, lease_until: null } : plain
}

/** An entry of another turn is there because this one read it: the call that made it is not. */
function borrowed(table: string, row: Row, scope: ShareScope): Row {
  if (table !== 'entries' || !('turn' in scope) || row['turn'] === scope.turn) return row
  return { ...row, turn: null, step: null, call: null }
}

/** Copies a table from one recording to another, each row as `change` has it. */
export function moveRows(from: Database, to: Database, table: string, change: RowChange): void {
  for (const row of statement(from, `SELECT * FROM ${table}`).iterate() as Iterable<Row>) {
    const changed = change(row)
    if (changed) insertRow(to, table, changed)
  }
}
