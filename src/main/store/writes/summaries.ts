import type { Database } from 'better-sqlite3'
import type { SummaryData } from '../../../shared/event.ts'
import type { NewSummary } from '../protocol.ts'
import { get } from '../statement.ts'
import type { Announcements } from './events.ts'

interface Summarised {
  name: string
  client: string
  session: string
  turn: string | null
  step: number | null
}

/** Keeps the summary of an entry beside it; a failure leaves the one there is, and is told of all the same. */
export function setSummary(db: Database, announce: Announcements, order: NewSummary): void {
  const { entry, at, summary, error, durationMs } = order
  const row = get<Summarised>(
    db,
    'UPDATE entries SET summary = coalesce(?, summary) WHERE id = ? RETURNING name, client, session, turn, step',
    summary,
    entry,
  )
  if (!row) return
  const { name, ...place } = row
  const data: SummaryData = { name, summary, error, durationMs }
  announce.add(db, { at, type: 'entry.summarised', ...place, entry, data })
}
