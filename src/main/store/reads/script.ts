import type { Database } from 'better-sqlite3'
import { all, get } from '../statement.ts'

/** Which calls of a recording: those of a turn, or of a whole session. */
export type ScriptOrder = { readonly turn: string } | { readonly session: string }

/** A recorded call without its bodies; the arguments as they came, as JSON. */
export interface ScriptCall {
  readonly id: string
  readonly server: string | null
  readonly tool: string
  readonly arguments: string | null
  readonly turn: string
  readonly turnNumber: number
  readonly step: number
}

/** The calls of a recording in the order in which they were made. */
export function script(db: Database, order: ScriptOrder): ScriptCall[] {
  const [where, value] = 'turn' in order ? ['c.turn = ?', order.turn] : ['c.session = ?', order.session]
  return all<ScriptCall>(
    db,
    `SELECT c.id, c.server, c.tool, c.arguments, c.turn, t.number AS turnNumber, c.step
     FROM calls c JOIN turns t ON t.id = c.turn WHERE ${where} ORDER BY t.number, c.step, c.seq`,
    value,
  )
}

/** The tools that a session was last offered, as JSON; null where nobody kept them. */
export function offeredTools(db: Database, { session }: { session: string }): string | null {
  const row = get<{ tools: string }>(
    db,
    'SELECT l.tools FROM session_tools s JOIN tool_lists l ON l.sha256 = s.tool_list WHERE s.session = ? ORDER BY s.at DESC LIMIT 1',
    session,
  )
  return row?.tools ?? null
}
