import type { Database } from 'better-sqlite3'
import type { ReadData, ReadTokensData } from '../../../shared/event.ts'
import type { NewRead } from '../protocol.ts'
import { get, run } from '../statement.ts'
import type { Announcements } from './events.ts'
import type { Tally } from './totals.ts'

interface ReadEntry {
  client: string
  session: string
  turn: string | null
  step: number | null
  name: string
  source: string
}

/** Refreshes the life of an entry and of its bytes. */
function used(db: Database, id: string, at: number): ReadEntry | undefined {
  const entry = get<ReadEntry>(
    db,
    `UPDATE entries SET last_used_at = ?, expires_at = CASE WHEN ttl_seconds IS NULL THEN NULL ELSE ? + ttl_seconds * 1000 END
     WHERE id = ? RETURNING client, session, turn, step, name, source`,
    at,
    at,
    id,
  )
  run(db, 'UPDATE blobs SET last_used_at = ? WHERE id = (SELECT blob FROM entries WHERE id = ?)', at, id)
  return entry
}

export function useEntries(db: Database, { entries, at }: { entries: readonly string[]; at: number }): void {
  for (const id of entries) used(db, id, at)
}

/** Records a read: it refreshes the entry's life, counts against what was saved and shows in the timeline. */
export function recordRead(db: Database, announce: Announcements, read: NewRead, tally: Tally): number {
  const entry = used(db, read.entry, read.at)
  if (!entry) return 0
  const { lastInsertRowid: number } = run(
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
  const { client, source } = entry
  tally.add({ client, session, source, at: read.at }, { reads: 1, tokens_reread: read.tokens })
  const { mode, label, unit, start, end, bytes, tokens, durationMs } = read
  const data: ReadData = {
    read: number,
    name: entry.name,
    mode,
    label,
    unit,
    start,
    end,
    bytes,
    tokens,
    durationMs,
  }
  announce.add(db, {
    at: read.at,
    type: 'entry.read',
    client: entry.client,
    session,
    turn: read.turn ?? entry.turn,
    step: entry.step,
    entry: read.entry,
    data,
  })
  return number
}

interface ReadRow {
  entry: string
  client: string
  session: string
  turn: string | null
  step: number | null
  source: string
  tokens: number
  at: number
}

/** Puts the counted tokens of a read in the place of its estimate, in the totals too. */
export function setReadTokens(
  db: Database,
  announce: Announcements,
  { read, at, tokens }: { read: number; at: number; tokens: number },
  tally: Tally,
): void {
  const row = get<ReadRow>(
    db,
    `SELECT r.entry, e.client, coalesce(r.session, e.session) AS session, coalesce(r.turn, e.turn) AS turn, e.step, e.source, r.tokens, r.at
     FROM reads r JOIN entries e ON e.id = r.entry WHERE r.seq = ?`,
    read,
  )
  if (!row || row.tokens === tokens) return
  run(db, 'UPDATE reads SET tokens = ? WHERE seq = ?', tokens, read)
  tally.add(row, { tokens_reread: tokens - row.tokens })
  const { client, session, turn, step, entry } = row
  announce.add(db, {
    at,
    type: 'read.tokens',
    client,
    session,
    turn,
    step,
    entry,
    data: { read, tokens } satisfies ReadTokensData,
  })
}
