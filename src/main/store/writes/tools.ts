import { hash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { run } from '../statement.ts'

export interface OfferedTools {
  readonly session: string
  readonly at: number
  /** JSON, as `tool_lists` has it. */
  readonly tools: string
}

/** Keeps which tools a session was offered; a list that is known already takes no more room. */
export function rememberTools(db: Database, { session, at, tools }: OfferedTools): void {
  const sha256 = hash('sha256', tools)
  run(db, 'INSERT OR IGNORE INTO tool_lists VALUES (?, ?)', sha256, tools)
  run(
    db,
    `INSERT INTO session_tools SELECT id, ?, ? FROM sessions WHERE id = ? ON CONFLICT DO UPDATE SET at = excluded.at`,
    sha256,
    at,
    session,
  )
}

/** Keeps a rule under its hash, which is what it gives. */
export function keepRule(db: Database, rule: string): string {
  const sha256 = hash('sha256', rule)
  run(db, 'INSERT OR IGNORE INTO rules VALUES (?, ?)', sha256, rule)
  return sha256
}
