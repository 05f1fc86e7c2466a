import type { Database } from 'better-sqlite3'
import type { OperationOutput } from '../../../shared/contract.ts'
import { type CallRow, toCall } from '../rows.ts'
import { all, get } from '../statement.ts'
import { fillSkeleton } from './skeleton.ts'

/** One call with its bodies. Stored strings come back whole; what was pruned says so in its place. */
export function call(
  db: Database,
  order: { id: string; client: string | null },
): OperationOutput<'getCall'> | null {
  const row = get<CallRow>(
    db,
    `SELECT c.* FROM calls c JOIN sessions s ON s.id = c.session WHERE c.id = ? AND (? IS NULL OR s.client = ?)`,
    order.id,
    order.client,
    order.client,
  )
  if (!row) return null
  const entries = all<{ id: string }>(db, 'SELECT id FROM entries WHERE call = ? ORDER BY seq', row.id).map(
    (one) => one.id,
  )
  const result = fillSkeleton(db, row.result)
  return {
    ...toCall(row),
    entries,
    result,
    delivered: row.delivered === null ? result : (JSON.parse(row.delivered) as unknown),
  }
}
