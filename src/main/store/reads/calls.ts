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
  /** As its server got them, where that was something else. */
  readonly resolved: string | null
  /** Some of its arguments' bytes are gone. */
  readonly resolvedPruned: boolean
  /** What its server answered in the place of a result. */
  readonly error: string | null
  /** What the agent's program calls it. */
  readonly clientCall: string | null
  readonly repeats: string | null
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
  const fill = (json: string | null) => (json === null ? null : fillSkeleton(db, json, limit, oversize))
  const filled = fill(row.result)
  const resolved = fill(row.resolved)
  const result = filled?.json ?? null
  return {
    call: toCall(row),
    arguments: row.arguments,
    resolved: resolved?.json ?? null,
    resolvedPruned: resolved?.pruned ?? false,
    error: fill(row.error)?.json ?? null,
    clientCall: row.client_call,
    repeats: row.repeats,
    entries: entries.map(({ id }) => id),
    result,
    delivered: row.delivered ?? result,
    pruned: filled?.pruned ?? false,
  }
}
