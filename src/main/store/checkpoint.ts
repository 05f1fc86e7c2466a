import type { Database } from 'better-sqlite3'
import { LOG_LIMIT_BYTES } from './connection.ts'

interface Progress {
  /** Pages in the log, and how many of them are in the database. */
  readonly log: number
  readonly checkpointed: number
}

/**
 * Moves pages of the log into the database; says how many are left. That alone holds nobody up, yet under steady writes it never
 * catches up, and a log that is not wholly moved only grows. So once it is long, the few pages that came meanwhile are moved while
 * commits wait: some milliseconds, after which the log begins anew.
 */
export function checkpoint(db: Database): number {
  const moved = run(db, 'PASSIVE')
  const pageSize = Number(db.pragma('page_size', { simple: true }))
  const { log, checkpointed } = moved.log * pageSize > LOG_LIMIT_BYTES ? run(db, 'RESTART') : moved
  return log - checkpointed
}

function run(db: Database, mode: 'PASSIVE' | 'RESTART'): Progress {
  const [row] = db.pragma(`wal_checkpoint(${mode})`) as Progress[]
  return row ?? { log: 0, checkpointed: 0 }
}
