import type { Database } from 'better-sqlite3'
import { type Candidate, planPrune, type PruneUnit } from '../../retention/plan.ts'
import { globPattern } from '../glob.ts'
import type { PruneOrder } from '../protocol.ts'
import { all, get, statement } from '../statement.ts'
import { storedBytes } from './stats.ts'

/** A turn that was started and never ended is taken for abandoned when its session did nothing for so long. */
const ABANDONED_MS = 24 * 3_600_000

/** A condition with the values of its placeholders. */
interface Condition {
  readonly sql: string
  readonly values: readonly unknown[]
}

/** What an order would remove now. The run removes exactly this, so that a dry run can be believed. */
export function prunePlan(db: Database, order: PruneOrder): PruneUnit[] {
  if (order.maxBytes !== undefined)
    return planPrune(leastRecentlyUsed(db, order), scopeBytes(db, order) - order.maxBytes)
  return planPrune([...matching(db, order), ...heldByCallsAlone(db, order)], null)
}

interface Row {
  blob: number
  storedBytes: number
  ids: string
  live: number
  held: number
}

const toCandidate = ({ ids, held, ...row }: Row): Candidate => ({
  ...row,
  entries: JSON.parse(ids) as string[],
  held: held === 1,
})

const LIVE = '(SELECT count(*) FROM entries o WHERE o.blob = b.id)'

/** Every blob with entries that the order names, least recently used first. */
function matching(db: Database, order: PruneOrder): Candidate[] {
  const may = mayGo(db, order)
  const held = heldByCalls(order)
  return all<Row>(
    db,
    // Materialized, or the grouping would tempt SQLite to walk all entries instead of the index on their expiry.
    `WITH doomed AS MATERIALIZED (SELECT e.id, e.blob, e.seq FROM entries e WHERE e.blob IS NOT NULL AND ${may.sql})
     SELECT b.id AS blob, b.stored_bytes AS storedBytes, json_group_array(d.id ORDER BY d.seq) AS ids, ${LIVE} AS live,
       ${held.sql} AS held
     FROM doomed d JOIN blobs b ON b.id = d.blob GROUP BY b.id ORDER BY b.last_used_at, b.id`,
    ...may.values,
    ...held.values,
  ).map(toCandidate)
}

/** Lazily, so that freeing a tenth of the store costs a tenth of a walk. */
function* leastRecentlyUsed(db: Database, order: PruneOrder): Generator<Candidate> {
  const may = mayGo(db, order)
  const held = heldByCalls(order)
  const rows = statement(
    db,
    `SELECT b.id AS blob, b.stored_bytes AS storedBytes, ${LIVE} AS live, ${held.sql} AS held,
       (SELECT json_group_array(e.id ORDER BY e.seq) FROM entries e WHERE e.blob = b.id AND ${may.sql}) AS ids
     FROM blobs b WHERE b.sha256 IS NOT NULL ORDER BY b.last_used_at, b.id`,
  ).iterate(...held.values, ...may.values) as IterableIterator<Row>
  for (const row of rows) if (row.live > 0 || isAboutAll(order)) yield toCandidate(row)
}

/** Bytes that no entry holds any more, only recorded calls: past their time, or asked for with all else. */
function heldByCallsAlone(db: Database, order: PruneOrder): Candidate[] {
  const held = heldByCalls(order)
  const columns = `b.id AS blob, b.stored_bytes AS storedBytes, '[]' AS ids, ${LIVE} AS live, ${held.sql} AS held`
  const free = (from: string, ...values: unknown[]) =>
    all<Row>(
      db,
      `SELECT DISTINCT ${columns} FROM ${from} AND b.sha256 IS NOT NULL AND ${LIVE} = 0 ORDER BY b.last_used_at, b.id`,
      ...held.values,
      ...values,
    ).map(toCandidate)
  if (order.expired)
    return free('call_blobs h JOIN blobs b ON b.id = h.blob WHERE h.held_at <= ?', order.callsBefore)
  if (!order.all || order.tool !== undefined || order.olderThanSeconds !== undefined) return []
  if (isAboutAll(order)) return free('blobs b WHERE 1')
  return free(
    `calls c JOIN sessions s ON s.id = c.session JOIN call_blobs h ON h.call = c.id JOIN blobs b ON b.id = h.blob
     WHERE (? IS NULL OR s.client = ?) AND (? IS NULL OR s.id = ?)`,
    order.client,
    order.client,
    order.session ?? null,
    order.session ?? null,
  )
}

const isAboutAll = ({ client, session, tool, olderThanSeconds, ids }: PruneOrder) =>
  client === null && [session, tool, olderThanSeconds, ids].every((filter) => filter === undefined)

/** Of an entry `e`: whether the order names it and nothing guards it. */
function mayGo(db: Database, order: PruneOrder): Condition {
  const parts: Condition[] = [ofScope(order)]
  const also = (sql: string, ...values: unknown[]) => parts.push({ sql, values })
  if (!order.evenPinned) also('e.pinned = 0')
  if (order.sessionScopeOnly) also("e.scope = 'session'")
  if (order.olderThanSeconds !== undefined)
    also('e.last_used_at <= ?', order.at - order.olderThanSeconds * 1000)
  if (order.ids) also('e.id IN (SELECT value FROM json_each(?))', JSON.stringify(order.ids))
  if (order.expired) also('e.expires_at <= ?', order.at)
  if (order.ifVersion !== undefined) also('e.version = ?', order.ifVersion)
  if (!order.evenPinned)
    also(
      '(e.turn IS NULL OR e.turn NOT IN (SELECT value FROM json_each(?)))',
      JSON.stringify([...order.guardedTurns, ...openTurns(db, order.at)]),
    )
  return and(parts)
}

/** Whose entries, of which session and tool. */
function ofScope({ client, session, tool }: PruneOrder): Condition {
  return and([
    ...(client === null ? [] : [{ sql: 'e.client = ?', values: [client] }]),
    ...(session === undefined ? [] : [{ sql: 'e.session = ?', values: [session] }]),
    ...(tool === undefined ? [] : [{ sql: 'e.source GLOB ?', values: [globPattern(tool)] }]),
  ])
}

const and = (parts: readonly Condition[]): Condition => ({
  sql: ['1', ...parts.map(({ sql }) => sql)].join(' AND '),
  values: parts.flatMap(({ values }) => values),
})

/** What all that the order's scope holds takes on disk, pins included: what its `maxBytes` is compared with. */
function scopeBytes(db: Database, order: PruneOrder): number {
  if (isAboutAll(order)) return storedBytes(db)
  const scope = ofScope(order)
  return (
    get<{ sum: number | null }>(
      db,
      `SELECT sum(stored_bytes) AS sum FROM blobs WHERE id IN (SELECT e.blob FROM entries e WHERE e.blob IS NOT NULL AND ${scope.sql})`,
      ...scope.values,
    )?.sum ?? 0
  )
}

/** Turns that were started on request and have not ended: they outlive a restart of the daemon. */
function openTurns(db: Database, at: number): string[] {
  return all<{ id: string }>(
    db,
    `SELECT t.id FROM sessions s JOIN turns t ON t.session = s.id
     WHERE s.last_used_at > ? AND t.explicit = 1 AND t.ended_at IS NULL`,
    at - ABANDONED_MS,
  ).map(({ id }) => id)
}

/**
 * Of a blob `b`: whether recorded calls hold it against the order. They do against expiry, for as long as recordings are kept; not
 * against a cap, nor against whoever they belong to and who wants the bytes gone.
 */
function heldByCalls({ expired, client, session, callsBefore }: PruneOrder): Condition {
  const holds = 'EXISTS (SELECT 1 FROM call_blobs x WHERE x.blob = b.id AND x.held_at > ?)'
  if (expired) return { sql: holds, values: [callsBefore] }
  if (client === null && session === undefined) return { sql: '0', values: [] }
  return {
    sql: `EXISTS (SELECT 1 FROM call_blobs x JOIN calls y ON y.id = x.call JOIN sessions z ON z.id = y.session
      WHERE x.blob = b.id AND x.held_at > ? AND NOT ((? IS NULL OR z.client = ?) AND (? IS NULL OR z.id = ?)))`,
    values: [callsBefore, client, client, session ?? null, session ?? null],
  }
}
