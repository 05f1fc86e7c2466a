import type { Database } from 'better-sqlite3'
import { run } from '../statement.ts'
import type { Announcements } from './events.ts'

/** Those that refer come before what they refer to. Ids are never used twice, so the counters stay. */
const TABLES = [
  'call_blobs',
  'reads',
  'entries',
  'calls',
  'rules',
  'session_tools',
  'tool_lists',
  'chunks',
  'blobs',
  'turns',
  'totals',
  'usage',
  'paces',
  'size_history',
  'events',
]

interface WipeOrder {
  at: number
  keepClients: boolean
  keepSessions: readonly string[]
}

/** Removes every row but those that programs at work stand on: their session, and the token they come with. */
export function wipe(db: Database, announce: Announcements, order: WipeOrder): void {
  for (const table of TABLES) run(db, `DELETE FROM ${table}`)
  run(
    db,
    'DELETE FROM sessions WHERE id NOT IN (SELECT value FROM json_each(?))',
    JSON.stringify(order.keepSessions),
  )
  run(db, 'DELETE FROM projects WHERE id NOT IN (SELECT project FROM sessions WHERE project IS NOT NULL)')
  if (!order.keepClients) run(db, 'DELETE FROM clients')
  announce.add(db, { at: order.at, type: 'store.wiped', client: '', data: {} })
}
