import type { Database } from 'better-sqlite3'
import type { Event, EventType } from '../../../shared/event.ts'
import { iso } from '../rows.ts'
import { run } from '../statement.ts'

export interface NewEvent {
  readonly at: number
  readonly type: EventType
  readonly client: string
  readonly session?: string | null
  readonly turn?: string | null
  readonly step?: number | null
  readonly entry?: string | null
  readonly data: Record<string, unknown>
}

/** An event as the bus announces it: with the client that may see it. */
export interface Announced {
  readonly event: Event
  readonly client: string
}

/** What the writes of one transaction have to announce once it is committed. */
export class Announcements {
  readonly list: Announced[] = []

  /** Writes an event in the transaction under way. */
  add(db: Database, one: NewEvent): void {
    const { at, type, client, session = null, turn = null, step = null, entry = null, data } = one
    const { lastInsertRowid } = run(
      db,
      'INSERT INTO events (at, type, client, session, turn, step, entry, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      at,
      type,
      client,
      session,
      turn,
      step,
      entry,
      JSON.stringify(data),
    )
    this.list.push({
      client,
      event: { seq: lastInsertRowid, time: iso(at), type, session, turn, step, entry, data },
    })
  }
}
