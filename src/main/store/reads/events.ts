import type { Database } from 'better-sqlite3'
import { reasonOf } from '../../../shared/errors.ts'
import { type Event, event } from '../../../shared/event.ts'
import { type EventRow, toEvent } from '../rows.ts'
import { all, get } from '../statement.ts'

export interface EventsOrder {
  readonly client: string | null
  readonly after?: number | undefined
  readonly before?: number | undefined
  readonly limit: number
}

export interface DamagedEvent {
  readonly seq: number
  readonly reason: string
}

export interface EventPage {
  readonly items: Event[]
  readonly lastSeq: number
  readonly firstSeq: number
  /** Rows among these that could not be read and were left out. */
  readonly damaged: readonly DamagedEvent[]
}

const AFTER = 'SELECT * FROM events WHERE seq > ? AND (? IS NULL OR client = ?) ORDER BY seq LIMIT ?'
const BEFORE = 'SELECT * FROM events WHERE seq < ? AND (? IS NULL OR client = ?) ORDER BY seq DESC LIMIT ?'

/**
 * A page of the timeline in ascending order: after a sequence number, or the last ones before it. A damaged row is left out and
 * another takes its place, so that only the last page is ever short.
 */
export function events(db: Database, { client, after, before, limit }: EventsOrder): EventPage {
  const backwards = after === undefined && before !== undefined
  const items: Event[] = []
  const damaged: DamagedEvent[] = []
  let from = backwards ? before : (after ?? 0)
  while (items.length < limit) {
    const wanted = limit - items.length
    const rows = all<EventRow>(db, backwards ? BEFORE : AFTER, from, client, client, wanted)
    for (const row of rows) {
      const read = readable(row)
      if ('reason' in read) damaged.push(read)
      else items.push(read)
      from = row.seq
    }
    if (rows.length < wanted) break
  }
  if (backwards) items.reverse()
  const ends = get<{ first: number | null; last: number | null }>(
    db,
    'SELECT (SELECT min(seq) FROM events) AS first, (SELECT max(seq) FROM events) AS last',
  )
  return { items, damaged, firstSeq: ends?.first ?? 0, lastSeq: ends?.last ?? 0 }
}

function readable(row: EventRow): Event | DamagedEvent {
  try {
    const read = toEvent(row)
    event.parse(read)
    return read
  } catch (error) {
    return { seq: row.seq, reason: reasonOf(error) }
  }
}
