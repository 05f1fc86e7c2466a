import type { Database } from 'better-sqlite3'
import type { PruneResult } from '../../../shared/contract/cache.ts'
import { type PruneUnit, sumOf } from '../../retention/plan.ts'
import type { PruneBatch } from '../protocol.ts'
import { get, run } from '../statement.ts'
import { condemn } from './blobs.ts'
import type { Announcements } from './events.ts'

/**
 * Removes what was planned, but for what has been used, pinned or taken up again since. An entry's row stays, without its bytes, so
 * that its reference can still say what it was and when it went.
 */
export function prune(db: Database, announce: Announcements, batch: PruneBatch): PruneResult {
  const result = sumOf(batch.units.map((unit) => removed(db, batch, unit)))
  if (result.entries === 0 && result.blobs === 0) return result
  announce.add(db, {
    at: batch.at,
    type: batch.why === 'deleted' ? 'entry.deleted' : 'retention.pruned',
    client: batch.client ?? '',
    entry: batch.why === 'deleted' ? (result.ids[0] ?? null) : null,
    data: { why: batch.why, ...result },
  })
  return result
}

function removed(
  db: Database,
  { at, why, evenPinned, ifVersion, unleasedBut }: PruneBatch,
  unit: PruneUnit,
): PruneUnit {
  const force = evenPinned ? 1 : 0
  const entries = unit.entries.filter((id) => {
    const { changes } = run(
      db,
      `UPDATE entries SET blob = NULL, pruned_at = ?, pruned_why = ?
       WHERE id = ? AND blob = ? AND (? OR (pinned = 0 AND last_used_at <= ?)) AND (? IS NULL OR version = ?)
         AND (? IS NULL OR lease_session IS NULL OR lease_session = ? OR lease_until <= ?)`,
      at,
      why,
      id,
      unit.blob,
      force,
      at,
      ifVersion ?? null,
      ifVersion ?? null,
      unleasedBut ?? null,
      unleasedBut ?? null,
      at,
    )
    return changes > 0
  })
  const free =
    unit.frees &&
    get(
      db,
      `SELECT 1 FROM blobs b WHERE id = ? AND sha256 IS NOT NULL AND (? OR last_used_at <= ?)
         AND NOT EXISTS (SELECT 1 FROM entries e WHERE e.blob = b.id)`,
      unit.blob,
      force,
      at,
    ) !== undefined
  if (free) condemn(db, unit.blob)
  return { ...unit, entries, frees: free }
}
