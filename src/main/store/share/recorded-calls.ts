import type { Database } from 'better-sqlite3'
import { call, type CallBodies } from '../reads/calls.ts'
import { all } from '../statement.ts'

/** A longer string is named by its hash in the place where it was: no viewer of these formats would open it. */
const LONGEST_STRING = 32 * 1024 * 1024

/** Every call of a recording with its bodies, in order. */
export function* recordedCalls(file: Database): Generator<CallBodies> {
  for (const { id } of all<{ id: string }>(file, 'SELECT id FROM calls ORDER BY started_at, seq')) {
    const found = call(file, { id, client: null }, LONGEST_STRING)
    if (found) yield found
  }
}
