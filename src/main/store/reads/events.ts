import type { Database } from 'better-sqlite3'
import type { Event } from '../../../shared/event.ts'
import { type EventRow, toEvent } from '../rows.ts'
import { all, get } from '../statement.ts'

interface EventsOrder {
  client: string | null
  after?: number
  before?: number
  limit: number
}

/** A page of the timeline in ascending order: after a sequence number, or the last ones before it. */
export function events(
  db: Database,
  order: EventsOrder,
): { items: Event[]; lastSeq: number; firstSeq: number } {
  const { client, after, before, limit } = order
  const backwards = after === undefined && before !== undefined
  const rows = backwards
    ? all<EventRow>(
        db,
        'SELECT * FROM events WHERE seq < ? AND (? IS NULL OR client = ?) ORDER BY seq DESC LIMIT ?',
        before,
        client,
        client,
        limit,
      ).reverse()
    : all<EventRow>(
        db,
        'SELECT * FROM events WHERE seq > ? AND (? IS NULL OR client = ?) ORDER BY seq LIMIT ?',
        after ?? 0,
        client,
        client,
        limit,
      )
  const ends = get<{ first: number | null; last: number | null }>(
    db,
    'SELECT (SELECT min(seq) FROM events) AS first, (SELECT max(seq) FROM events) AS last',
  )
  return { items: rows.map(toEvent), firstSeq: ends?.first ?? 0, lastSeq: ends?.last ?? 0 }
}
