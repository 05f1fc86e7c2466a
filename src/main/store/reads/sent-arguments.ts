import type { Database } from 'better-sqlite3'
import { SpillwayError } from '../../../shared/errors.ts'
import { get } from '../statement.ts'
import { fillSkeleton } from './skeleton.ts'

/** All that the arguments of one call may bring together (DESIGN.md section 4). */
const MAX_BYTES = 64 * 1024 * 1024

export interface SentArguments {
  /** As JSON; null where there were none. */
  readonly json: string | null
  /** Some of their bytes are gone. */
  readonly pruned: boolean
}

/** The arguments of a call as its server got them. @throws SpillwayError `too_large` */
export function sentArguments(db: Database, { call }: { call: string }): SentArguments | null {
  const row = get<{ arguments: string | null; resolved: string | null }>(
    db,
    'SELECT arguments, resolved FROM calls WHERE id = ?',
    call,
  )
  if (!row) return null
  if (row.resolved === null) return { json: row.arguments, pruned: false }
  return fillSkeleton(db, row.resolved, MAX_BYTES, (_sha256, bytes) => {
    throw new SpillwayError('too_large', `An argument of ${bytes} bytes is more than a call may bring.`)
  })
}
