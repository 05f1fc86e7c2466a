import type { Database } from 'better-sqlite3'
import type { Call } from '../../../shared/entry.ts'
import { type CallRow, toCall } from '../rows.ts'
import { all, get } from '../statement.ts'
import { fillSkeleton, type Oversize } from './skeleton.ts'

/** One call with its bodies as JSON text: parsed values would lose the spelling of their numbers on the way between threads. */
export interface CallBodies {
  readonly call: Call
  /** As they came; null where there were none. */
  readonly arguments: string | null
  readonly entries: readonly string[]
  /** Null where it was not recorded. What was pruned, or is too large to repeat, says so in its place. */
  readonly result: string | null
  readonly delivered: string | null
  /** Some of the result's bytes are gone: what stands in their place is their hash. */
  readonly pruned: boolean
}

/** Whole strings up to here; a longer one is its entry's to read, in slices. */
const LONGEST_STRING = 1024 * 1024

export function call(
  db: Database,
  order: { id: string; client: string | null },
  limit = LONGEST_STRING,
  oversize: Oversize = (sha256, bytes) => `[${bytes} bytes, sha256 ${sha256}: read the entry]`,
): CallBodies | null {
  const row = get<CallRow>(
    db,
    `SELECT c.* FROM calls c JOIN sessions s ON s.id = c.session WHERE c.id = ? AND (? IS NULL OR s.client = ?)`,
    order.id,
    order.client,
    order.client,
  )
  if (!row) return null
  const entries = all<{ id: string }>(db, 'SELECT id FROM entries WHERE call = ? ORDER BY seq', row.id)
  const filled = row.result === null ? null : fillSkeleton(db, row.result, limit, oversize)
  const result = filled?.json ?? null
  return {
    call: toCall(row),
    arguments: row.arguments,
    entries: entries.map(({ id }) => id),
    result,
    delivered: row.delivered ?? result,
    pruned: filled?.pruned ?? false,
  }
}
