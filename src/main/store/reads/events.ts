import type { Database } from 'better-sqlite3'
import { reasonOf } from '../../../shared/errors.ts'
import type { Event } from '../../../shared/event.ts'
import { EVENT_TYPES } from '../../../shared/event-types.ts'
import { isRecord } from '../../policy/payload.ts'
import { type EventRow, toEvent } from '../rows.ts'
import { all, get } from '../statement.ts'
import { withTurnsNow } from './turns-now.ts'

export interface EventsOrder {
  readonly client: string | null
  readonly after?: number | undefined
  readonly before?: number | undefined
  /** Milliseconds since 1970: as `before` the first event of then, and half a page on. */
  readonly at?: number | undefined
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
export function events(db: Database, { client, at, limit, ...order }: EventsOrder): EventPage {
  const { after } = order
  const before = at === undefined ? order.before : beforeAround(db, at, limit)
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
  return { items: withTurnsNow(db, items), damaged, firstSeq: ends?.first ?? 0, lastSeq: ends?.last ?? 0 }
}

/** Where a page ends that has the first event of a moment in its middle. */
function beforeAround(db: Database, at: number, limit: number): number {
  const AFTER_IT = 'SELECT seq FROM events WHERE seq >= ? ORDER BY seq LIMIT 1 OFFSET ?'
  const first = get<{ seq: number }>(db, AFTER_IT, firstSince(db, at), Math.ceil(limit / 2))
  return first?.seq ?? Number.MAX_SAFE_INTEGER
}

/** The first sequence number at or after a moment: events are written in order of time, so it is looked for by halves. */
function firstSince(db: Database, at: number): number {
  let low = get<{ seq: number | null }>(db, 'SELECT min(seq) AS seq FROM events')?.seq ?? 1
  let high = (get<{ seq: number | null }>(db, 'SELECT max(seq) AS seq FROM events')?.seq ?? 0) + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = get<{ at: number }>(db, 'SELECT at FROM events WHERE seq >= ? ORDER BY seq LIMIT 1', middle)
    if (row !== undefined && row.at < at) low = middle + 1
    else high = middle
  }
  return low
}

/** What the table itself does not keep: without the schema, whose library would take 4 MB in this thread. */
const TYPES: ReadonlySet<string> = new Set(EVENT_TYPES)

function readable(row: EventRow): Event | DamagedEvent {
  try {
    const read = toEvent(row)
    if (!TYPES.has(read.type) || !isRecord(read.data)) throw new Error(`not an event: ${read.type}`)
    return read
  } catch (error) {
    return { seq: row.seq, reason: reasonOf(error) }
  }
}
