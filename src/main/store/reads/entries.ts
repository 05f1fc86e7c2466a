import { reasonOf } from '../../../shared/errors.ts'
import type { Database } from 'better-sqlite3'
import type { EntrySort } from '../../../shared/contract/entries.ts'
import type { OperationArgs, OperationOutput } from '../../../shared/contract.ts'
import type { Entry } from '../../../shared/entry.ts'
import type { Term } from '../../../shared/filter/term.ts'
import { globPattern } from '../glob.ts'
import { type CallRow, type EntryRow, type ReadRow, toCall, toEntry, toRead } from '../rows.ts'
import { all, get } from '../statement.ts'
import { entryCondition } from './entry-conditions.ts'
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

/** What is kept for good goes after everything that ends. */
const EXPIRY = 'coalesce(e.expires_at, 9007199254740991)'

const SORTS = {
  newest: ['e.seq', 'DESC'],
  oldest: ['e.seq', 'ASC'],
  largest: ['e.bytes', 'DESC'],
  smallest: ['e.bytes', 'ASC'],
  used: ['e.last_used_at', 'DESC'],
  unused: ['e.last_used_at', 'ASC'],
  name: ['e.name', 'ASC'],
  '-name': ['e.name', 'DESC'],
  tool: ['e.source', 'ASC'],
  '-tool': ['e.source', 'DESC'],
  kind: ['e.kind', 'ASC'],
  '-kind': ['e.kind', 'DESC'],
  expiring: [EXPIRY, 'ASC'],
  '-expiring': [EXPIRY, 'DESC'],
} as const satisfies Readonly<Record<EntrySort, readonly [column: string, direction: 'ASC' | 'DESC']>>

/** A filter as it is typed in the app, with the time that its `since:` counts from, in milliseconds since 1970. */
export interface TypedFilter {
  readonly terms: readonly Term[]
  readonly now: number
}

export type ListOrder = Omit<OperationArgs<'listEntries'>, 'filter'> & {
  client: string | null
  filter?: TypedFilter
  /** Under turn isolation: of this turn, or notes. */
  turn?: string
  /** The same where no session is named: of the newest turn of each. */
  newestTurns?: true
}

/** Live entries without their content. A row that cannot be read is left out and named under `damaged` (A11). */
export function entries(db: Database, order: ListOrder): OperationOutput<'listEntries'> {
  const { where, values } = conditions(order)
  const [column, direction] = SORTS[order.sort]
  const total =
    get<{ n: number }>(db, `SELECT count(*) AS n FROM entries e WHERE ${where.join(' AND ')}`, ...values)
      ?.n ?? 0
  const after = seek(order.cursor)
  if (after) {
    where.push(`(${column}, e.seq) ${direction === 'DESC' ? '<' : '>'} (?, ?)`)
    values.push(...after)
  }
  // Sorted without their previews, which are most of a row.
  const rows = all<EntryRow & { sorted: number | string }>(
    db,
    `SELECT e.*, k.sorted FROM (SELECT e.seq, ${column} AS sorted FROM entries e WHERE ${where.join(' AND ')}
       ORDER BY ${column} ${direction}, e.seq ${direction} LIMIT ?) k JOIN entries e ON e.seq = k.seq
     ORDER BY k.sorted ${direction}, k.seq ${direction}`,
    ...values,
    order.limit + 1,
  )
  const found = page(rows, order.limit, total, readable, (row) => cursorOf(row.sorted, row.seq))
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

export interface GroupOrder {
  readonly by: 'tool' | 'kind' | 'session'
  readonly filter: TypedFilter
  readonly client: string | null
  readonly limit: number
}

const GROUP_COLUMNS = { tool: 'e.source', kind: 'e.kind', session: 'e.session' } as const

/** What live entries take by tool, kind or session, the largest first. */
export function entryGroups(db: Database, order: GroupOrder): OperationOutput<'entryGroups'> {
  const { where, values } = conditions(order)
  const groups = all<{ key: string; entries: number; bytes: number }>(
    db,
    `SELECT ${GROUP_COLUMNS[order.by]} AS key, count(*) AS entries, sum(e.bytes) AS bytes
     FROM entries e WHERE ${where.join(' AND ')} GROUP BY 1 ORDER BY 3 DESC`,
    ...values,
  )
  return {
    items: groups.slice(0, order.limit),
    groups: groups.length,
    entries: groups.reduce((sum, { entries }) => sum + entries, 0),
    bytes: groups.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

type Filter = Pick<
  ListOrder,
  'client' | 'ids' | 'session' | 'tool' | 'turn' | 'newestTurns' | 'kind' | 'pinned' | 'q' | 'filter'
>

function conditions(order: Filter): { where: string[]; values: unknown[] } {
  const where = ['e.blob IS NOT NULL']
  const values: unknown[] = []
  const also = (sql: string, ...more: unknown[]) => {
    where.push(sql)
    values.push(...more)
  }
  if (order.client !== null) also('e.client = ?', order.client)
  if (order.session !== undefined) also('e.session = ?', order.session)
  if (order.ids !== undefined)
    also('e.id IN (SELECT value FROM json_each(?))', JSON.stringify(order.ids.split(',')))
  if (order.tool !== undefined)
    also('(e.source GLOB ? OR e.tool GLOB ?)', globPattern(order.tool), globPattern(order.tool))
  if (order.turn !== undefined) also('(e.turn = ? OR e.note = 1)', order.turn)
  if (order.newestTurns)
    also(
      '(e.turn = (SELECT id FROM turns t WHERE t.session = e.session ORDER BY t.number DESC LIMIT 1) OR e.note = 1)',
    )
  if (order.kind !== undefined) also('e.kind = ?', order.kind)
  if (order.pinned !== undefined) also('e.pinned = ?', order.pinned ? 1 : 0)
  if (order.q !== undefined)
    also(
      `(instr(lower(e.name), lower(?)) OR instr(lower(e.source), lower(?)) OR instr(lower(e.preview), lower(?)))`,
      order.q,
      order.q,
      order.q,
    )
  const { terms, now } = order.filter ?? { terms: [], now: 0 }
  for (const term of terms) {
    const condition = entryCondition(term, now)
    if (condition) also(condition.sql, ...condition.values)
  }
  return { where, values }
}
