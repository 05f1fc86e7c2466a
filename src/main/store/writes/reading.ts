import type { Database } from 'better-sqlite3'
import type { ReadData } from '../../../shared/event.ts'
import type { NewRead } from '../protocol.ts'
import { get, run } from '../statement.ts'
import type { Announcements } from './events.ts'
import { addToTotals } from './totals.ts'

interface ReadEntry {
  session: string
  turn: string | null
  step: number | null
  name: string
  source: string
}

/** Records a read: it refreshes the entry's life, counts against what was saved and shows in the timeline. */
export function recordRead(db: Database, announce: Announcements, read: NewRead): void {
  const entry = get<ReadEntry>(
    db,
    `UPDATE entries SET last_used_at = ?, expires_at = CASE WHEN ttl_seconds IS NULL THEN NULL ELSE ? + ttl_seconds * 1000 END
     WHERE id = ? RETURNING session, turn, step, name, source`,
    read.at,
    read.at,
    read.entry,
  )
  if (!entry) return
  run(db, 'UPDATE blobs SET last_used_at = ? WHERE id = (SELECT blob FROM entries WHERE id = ?)', read.at, read.entry)
  run(
    db,
    `INSERT INTO reads (entry, session, turn, at, mode, params, unit, start, end, spans, chars, tokens)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    read.entry,
    read.session,
    read.turn,
    read.at,
    read.mode,
    JSON.stringify(read.params),
    read.unit,
    read.start,
    read.end,
    JSON.stringify(read.spans),
    read.chars,
    read.tokens,
  )
  const session = read.session ?? entry.session
  addToTotals(db, read.client, session, entry.source, { reads: 1, tokens_reread: read.tokens })
  const { mode, label, unit, start, end, bytes, tokens, durationMs } = read
  const data: ReadData = { name: entry.name, mode, label, unit, start, end, bytes, tokens, durationMs }
  announce.add(db, {
    at: read.at,
    type: 'entry.read',
    client: read.client,
    session,
    turn: read.turn ?? entry.turn,
    step: entry.step,
    entry: read.entry,
    data,
  })
}
