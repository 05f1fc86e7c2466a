import type { Database } from 'better-sqlite3'
import { get } from '../statement.ts'
import { type CallBodies, call } from './calls.ts'

/** The newest call of a session with this step number; one of the given turn comes first. */
export function step(
  db: Database,
  { session, turn, step }: { session: string; turn: string | null; step: number },
): CallBodies | null {
  const row = get<{ id: string }>(
    db,
    'SELECT id FROM calls WHERE session = ? AND step = ? ORDER BY turn IS ? DESC, seq DESC LIMIT 1',
    session,
    step,
    turn,
  )
  return row ? call(db, { id: row.id, client: null }) : null
}
