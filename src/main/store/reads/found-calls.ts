import type { Database } from 'better-sqlite3'
import type { OperationOutput } from '../../../shared/contract.ts'
import type { Term } from '../../../shared/filter/term.ts'
import { type EventRow, toEvent } from '../rows.ts'
import { all, get } from '../statement.ts'
import { type Condition, conditionOf } from './call-conditions.ts'
import { withTurnsNow } from './turns-now.ts'

export interface FindCallsOrder {
  readonly client: string | null
  readonly terms: readonly Term[]
  readonly before: number
  readonly limit: number
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Events looked at in one statement. */
const STRIDE = 10_000
/** A search that finds nothing goes on in the next request: other readers of this thread wait no longer than this. */
const PATIENCE_MS = 150

type FoundRow = EventRow & {
  tokensRaw: number | null
  tokensDelivered: number | null
  reads: number
  pinned: number
  gone: number
  resolved: number
}

/**
 * Calls that match a filter, before a sequence number, oldest first. It walks back through the log, so what it costs is bounded by
 * time and not by how rare a match is: `nextBefore` says where to go on.
 */
export function foundCalls(db: Database, order: FindCallsOrder): OperationOutput<'findCalls'> {
  const conditions = order.terms.flatMap((term) => conditionOf(term, order.now) ?? [])
  const floor = Math.max(
    get<{ first: number | null }>(db, 'SELECT min(seq) AS first FROM events')?.first ?? 1,
    1,
  )
  const last = get<{ last: number | null }>(db, 'SELECT max(seq) AS last FROM events')?.last ?? 0
  const started = performance.now()
  const items: OperationOutput<'findCalls'>['items'] = []
  let before = Math.min(order.before, last + 1)
  while (before > floor && items.length < order.limit) {
    const from = Math.max(floor, before - STRIDE)
    const wanted = order.limit - items.length
    const rows = callsBetween(db, order.client, conditions, from, before, wanted)
    items.push(...rows.map(toFound))
    // A full page may have left matches between its last row and the end of the stride.
    before = rows.length === wanted ? (rows.at(-1)?.seq ?? from) : from
    if (isPast(db, order, before) || performance.now() - started > PATIENCE_MS) break
  }
  const done = before <= floor || isPast(db, order, before)
  const events = withTurnsNow(
    db,
    items.map(({ event }) => event),
  )
  const asNow = items.map((item, index) => ({ ...item, event: events[index] ?? item.event }))
  return { items: asNow.reverse(), nextBefore: done ? null : before }
}

/** Whether everything further back is too old for a `since:`. */
function isPast(db: Database, { terms, now }: FindCallsOrder, before: number): boolean {
  const since = terms.flatMap((term) => (term.kind === 'since' && !term.negated ? [term.seconds] : []))
  if (since.length === 0) return false
  const next = get<{ at: number }>(
    db,
    'SELECT at FROM events WHERE seq < ? ORDER BY seq DESC LIMIT 1',
    before,
  )
  return next !== undefined && next.at < now - Math.min(...since) * 1_000
}

function callsBetween(
  db: Database,
  client: string | null,
  conditions: readonly Condition[],
  from: number,
  before: number,
  limit: number,
): FoundRow[] {
  const where = conditions.map(({ sql }) => `AND ${sql}`).join('\n')
  // Tokens from the call's own row: the event still has the estimates that it was announced with.
  return all<FoundRow>(
    db,
    `SELECT e.*, c.tokens_raw AS tokensRaw, c.tokens_delivered AS tokensDelivered,
       coalesce(c.arguments GLOB '*{{step[0-9]*' OR c.arguments GLOB '*{{scratchpad:*', 0) AS resolved,
       (SELECT count(*) FROM json_each(e.data, '$.entries') j JOIN reads r ON r.entry = j.value ->> 'id') AS reads,
       EXISTS (SELECT 1 FROM json_each(e.data, '$.entries') j JOIN entries n ON n.id = j.value ->> 'id'
         WHERE n.pinned = 1) AS pinned,
       EXISTS (SELECT 1 FROM json_each(e.data, '$.entries') j JOIN entries n ON n.id = j.value ->> 'id'
         WHERE n.blob IS NULL) AS gone
     FROM events e LEFT JOIN calls c ON c.id = e.data ->> 'call'
     WHERE e.seq >= ? AND e.seq < ? AND (? IS NULL OR e.client = ?)
       AND e.type IN ('call.offloaded', 'call.inline', 'call.failopen', 'call.cancelled')
       ${where}
     ORDER BY e.seq DESC LIMIT ?`,
    from,
    before,
    client,
    client,
    ...conditions.flatMap(({ values }) => values),
    limit,
  )
}

function toFound(row: FoundRow): OperationOutput<'findCalls'>['items'][number] {
  const event = toEvent(row)
  const counted =
    row.tokensRaw === null ? {} : { tokensRaw: row.tokensRaw, tokensDelivered: row.tokensDelivered }
  return {
    event: { ...event, data: { ...event.data, ...counted } },
    reads: row.reads,
    pinned: row.pinned === 1,
    gone: row.gone === 1,
    resolved: row.resolved,
  }
}
