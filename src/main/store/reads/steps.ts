import type { Database } from 'better-sqlite3'
import { SpillwayError } from '../../../shared/errors.ts'
import { get } from '../statement.ts'
import { type CallBodies, call } from './calls.ts'

export interface StepOrder {
  readonly session: string
  readonly turn: string | null
  readonly step: number
  /** Under turn isolation: a step of another turn is none. */
  readonly onlyTurn: boolean
}

/** All that the references of one call may bring in (DESIGN.md section 4), and what is repeated of a result. */
const MAX_BYTES = 64 * 1024 * 1024

function tooLarge(_sha256: string, bytes: number): never {
  throw new SpillwayError('too_large', `it has ${bytes} bytes; references may bring in 64 MiB in all.`)
}

/** A call with every string of its result, whatever its length. @throws SpillwayError `too_large` */
export const wholeCall = (db: Database, order: { id: string; client: string | null }): CallBodies | null =>
  call(db, order, MAX_BYTES, (_sha256, bytes) => {
    throw new SpillwayError(
      'too_large',
      `A string of the result has ${bytes} bytes, more than can be repeated.`,
    )
  })

/** The newest call of a session with this step number; one of the given turn comes first. */
export function step(db: Database, { session, turn, step, onlyTurn }: StepOrder): CallBodies | null {
  const row = get<{ id: string }>(
    db,
    'SELECT id FROM calls WHERE session = ? AND step = ? AND (? = 0 OR turn IS ?) ORDER BY turn IS ? DESC, seq DESC LIMIT 1',
    session,
    step,
    onlyTurn ? 1 : 0,
    turn,
    turn,
  )
  return row ? call(db, { id: row.id, client: null }, MAX_BYTES, tooLarge) : null
}
