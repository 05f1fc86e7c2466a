import { reasonOf } from '../../../shared/errors.ts'
import type { Database } from 'better-sqlite3'
import type { OperationArgs, OperationOutput } from '../../../shared/contract.ts'
import type { Entry } from '../../../shared/entry.ts'
import { globPattern } from '../glob.ts'
import { type CallRow, type EntryRow, type ReadRow, toCall, toEntry, toRead } from '../rows.ts'
import { all, get } from '../statement.ts'
import { cursorOf, page, seek } from './paging.ts'

/** One entry with all that touched it; of a pruned one the record without its bytes. */
export function entry(
  db: Database,
  order: { id: string; client: string | null },
): OperationOutput<'getEntry'> | null {
  const row = get<EntryRow>(
    db,
    'SELECT * FROM entries WHERE id = ? AND (? IS NULL OR client = ?)',
    order.id,
    order.client,
    order.client,
  )
  if (!row) return null
  const calls = row.call === null ? [] : all<CallRow>(db, 'SELECT * FROM calls WHERE id = ?', row.call)
  const reads = all<ReadRow>(db, 'SELECT * FROM reads WHERE entry = ? ORDER BY seq', row.id)
  return {
    ...toEntry(row),
    calls: calls.map(toCall),
    reads: reads.map(toRead),
    previewSpans: JSON.parse(row.preview_spans) as [number, number][],
    deliveredText: row.delivered_text,
  }
}

const SORTS = {
  newest: { column: 'seq', direction: 'DESC' },
  oldest: { column: 'seq', direction: 'ASC' },
  largest: { column: 'bytes', direction: 'DESC' },
  smallest: { column: 'bytes', direction: 'ASC' },
  used: { column: 'last_used_at', direction: 'DESC' },
  name: { column: 'name', direction: 'ASC' },
} as const

export type ListOrder = OperationArgs<'listEntries'> & {
  client: string | null
  /** Under turn isolation: of this turn, or notes. */
  turn?: string
}

/** Live entries without their content. A row that cannot be read is left out and named under `damaged` (A11). */
export function entries(db: Database, order: ListOrder): OperationOutput<'listEntries'> {
  const { where, values } = filter(order)
  const { column, direction } = SORTS[order.sort]
  const total =
    get<{ n: number }>(db, `SELECT count(*) AS n FROM entries e WHERE ${where.join(' AND ')}`, ...values)
      ?.n ?? 0
  const after = seek(order.cursor)
  if (after) {
    where.push(`(e.${column}, e.seq) ${direction === 'DESC' ? '<' : '>'} (?, ?)`)
    values.push(...after)
  }
  const rows = all<EntryRow>(
    db,
    `SELECT e.* FROM entries e WHERE ${where.join(' AND ')} ORDER BY e.${column} ${direction}, e.seq ${direction} LIMIT ?`,
    ...values,
    order.limit + 1,
  )
  const found = page(rows, order.limit, total, readable, (row) => cursorOf(row[column], row.seq))
  const items = found.items.filter((item): item is Entry => !('reason' in item))
  const damaged = found.items.filter((item): item is Damaged => 'reason' in item)
  return { ...found, items, ...(damaged.length > 0 ? { damaged } : {}) }
}

interface Damaged {
  id: string
  reason: string
}

function readable(row: EntryRow): Entry | Damaged {
  try {
    return toEntry(row)
  } catch (error) {
    return { id: row.id, reason: reasonOf(error) }
  }
}

function filter(order: ListOrder): { where: string[]; values: unknown[] } {
  const where = ['e.blob IS NOT NULL']
  const values: unknown[] = []
  const also = (sql: string, ...more: unknown[]) => {
    where.push(sql)
    values.push(...more)
  }
  if (order.client !== null) also('e.client = ?', order.client)
  if (order.session !== undefined) also('e.session = ?', order.session)
  if (order.tool !== undefined)
    also('(e.source GLOB ? OR e.tool GLOB ?)', globPattern(order.tool), globPattern(order.tool))
  if (order.turn !== undefined) also('(e.turn = ? OR e.note = 1)', order.turn)
  if (order.kind !== undefined) also('e.kind = ?', order.kind)
  if (order.pinned !== undefined) also('e.pinned = ?', order.pinned ? 1 : 0)
  if (order.q !== undefined)
    also(
      `(instr(lower(e.name), lower(?)) OR instr(lower(e.source), lower(?)) OR instr(lower(e.preview), lower(?)))`,
      order.q,
      order.q,
      order.q,
    )
  return { where, values }
}
