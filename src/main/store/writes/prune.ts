import type { Database } from 'better-sqlite3'
import type { PruneResult } from '../../../shared/contract.ts'
import { type Candidate, planPrune } from '../../retention/plan.ts'
import type { PruneOrder } from '../protocol.ts'
import { globPattern } from '../glob.ts'
import { all, get, run } from '../statement.ts'
import type { Announcements } from './events.ts'

/**
 * Removes what the order names, or only says what it would remove: both run the same selection. An entry's row stays, without
 * its bytes, so that its reference can still say what it was and when it went.
 */
export function prune(db: Database, announce: Announcements, order: PruneOrder): PruneResult {
  const doomed = planPrune(candidates(db, order), {
    maxBytes: order.maxBytes ?? null,
    storedBytes: storedBytes(db),
  })
  db.exec('CREATE TEMP TABLE IF NOT EXISTS doomed (id TEXT PRIMARY KEY, blob INTEGER NOT NULL) STRICT')
  db.exec('DELETE FROM temp.doomed')
  for (const { id, blob } of doomed) run(db, 'INSERT INTO temp.doomed VALUES (?, ?)', id, blob)
  const freed = freedBlobs(db, order)
  const ids = doomed.map((one) => one.id)
  const result = {
    entries: ids.length,
    blobs: freed.length,
    freedBytes: freed.reduce((sum, blob) => sum + blob.stored_bytes, 0),
    ids,
  }
  if (order.dryRun || (ids.length === 0 && freed.length === 0)) return result

  run(
    db,
    'UPDATE entries SET blob = NULL, pruned_at = ?, pruned_why = ? WHERE id IN (SELECT id FROM temp.doomed)',
    order.at,
    order.why,
  )
  for (const { id } of freed) {
    run(db, 'DELETE FROM call_blobs WHERE blob = ?', id)
    run(db, 'DELETE FROM blobs WHERE id = ?', id)
  }
  announce.add(db, {
    at: order.at,
    type: order.why === 'deleted' ? 'entry.deleted' : 'retention.pruned',
    client: order.client ?? '',
    entry: order.why === 'deleted' ? (ids[0] ?? null) : null,
    data: { why: order.why, ...result },
  })
  return result
}

const storedBytes = (db: Database) =>
  get<{ sum: number }>(db, 'SELECT coalesce(sum(stored_bytes), 0) AS sum FROM blobs')?.sum ?? 0

/** A turn that was started and never ended, in a session that nobody used for so long, is not under way. */
const ABANDONED_MS = 24 * 3_600_000

/** From the database, not from memory: a restart in the middle of a turn must not lose its entries. */
const STARTED = `SELECT t.id FROM turns t JOIN sessions s ON s.id = t.session
  WHERE t.explicit = 1 AND t.ended_at IS NULL AND s.last_used_at > ?`

/** Live entries that the order may touch, least recently used first. Pins and turns under way are never among them. */
function candidates(db: Database, order: PruneOrder): Candidate[] {
  const where = ['e.blob IS NOT NULL']
  const values: unknown[] = []
  const also = (sql: string, ...more: unknown[]) => {
    where.push(sql)
    values.push(...more)
  }
  if (!order.evenPinned) {
    also('e.pinned = 0')
    also(`(e.turn IS NULL OR e.turn NOT IN (${STARTED}))`, order.at - ABANDONED_MS)
  }
  if (order.client !== null) also('e.client = ?', order.client)
  if (order.session !== undefined) also('e.session = ?', order.session)
  if (order.sessionScopeOnly) also("e.scope = 'session'")
  if (order.tool !== undefined) also('e.source GLOB ?', globPattern(order.tool))
  if (order.olderThanSeconds !== undefined)
    also('e.last_used_at <= ?', order.at - order.olderThanSeconds * 1000)
  if (order.ids) also(`e.id IN (${order.ids.map(() => '?').join(', ')})`, ...order.ids)
  if (order.ifVersion !== undefined) also('e.version = ?', order.ifVersion)
  if (order.expired) also('e.expires_at <= ?', order.at)
  if (order.guardedTurns.length > 0)
    also(
      `(e.turn IS NULL OR e.turn NOT IN (${order.guardedTurns.map(() => '?').join(', ')}))`,
      ...order.guardedTurns,
    )
  return all<Candidate>(
    db,
    `SELECT e.id, e.blob, b.stored_bytes AS storedBytes,
       (SELECT count(*) FROM entries o WHERE o.blob = e.blob) AS holders
     FROM entries e JOIN blobs b ON b.id = e.blob
     WHERE ${where.join(' AND ')} ORDER BY e.last_used_at, e.seq`,
    ...values,
  )
}

/**
 * Blobs that no entry holds once the doomed ones are gone. Recorded calls hold their blobs against expiry, but not against a
 * person who asks for the bytes to go.
 */
function freedBlobs(db: Database, order: PruneOrder): { id: number; stored_bytes: number }[] {
  const held = order.expired ? 'AND NOT EXISTS (SELECT 1 FROM call_blobs c WHERE c.blob = b.id)' : ''
  const scope =
    order.all && order.client === null && order.session === undefined && order.tool === undefined
      ? 'b.sha256 IS NOT NULL'
      : 'b.id IN (SELECT blob FROM temp.doomed)'
  return all(
    db,
    `SELECT b.id, b.stored_bytes FROM blobs b WHERE ${scope} ${held}
       AND NOT EXISTS (SELECT 1 FROM entries e WHERE e.blob = b.id AND e.id NOT IN (SELECT id FROM temp.doomed))`,
  )
}
