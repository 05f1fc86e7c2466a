import type { Database } from 'better-sqlite3'
import type { Entry } from '../../../shared/entry.ts'
import type { FailOpenData, OffloadData } from '../../../shared/event.ts'
import type { NewCall, NewEntry, StepRecord } from '../protocol.ts'
import { type EntryRow, toEntry } from '../rows.ts'
import { get, run } from '../statement.ts'
import { type PutBlob, putBlob } from './blobs.ts'
import type { Announcements } from './events.ts'
import { addToTotals } from './totals.ts'

/** Writes one step: its blobs, its entries, its call, its share of the totals and the event that tells of it. */
export function commitStep(db: Database, announce: Announcements, record: StepRecord): Entry[] {
  const { call, at } = record
  const blobs = record.blobs.map((blob) => putBlob(db, blob, at))
  if (record.recorded) insertCall(db, call)
  const rows = record.entries.map((entry) => insertEntry(db, record, entry, blobs[entry.blob] as PutBlob))
  if (record.recorded)
    for (const { id } of blobs) run(db, 'INSERT OR IGNORE INTO call_blobs VALUES (?, ?)', call.id, id)

  const hits = record.entries.filter((entry) => blobs[entry.blob]?.hit)
  addToTotals(db, call.client, call.session, call.source, {
    calls: 1,
    offloads: call.outcome === 'offloaded' ? 1 : 0,
    inline: call.outcome === 'inline' ? 1 : 0,
    fail_open: call.outcome === 'failopen' ? 1 : 0,
    dedup_hits: hits.length,
    dedup_bytes: hits.reduce((sum, entry) => sum + (record.blobs[entry.blob]?.sizes.bytes ?? 0), 0),
    tokens_raw: call.tokensRaw,
    tokens_delivered: call.tokensDelivered,
  })
  run(db, 'UPDATE sessions SET last_used_at = ? WHERE id = ?', at, call.session)
  announceCall(db, announce, record, rows, blobs)
  return rows.map(toEntry)
}

function insertCall(db: Database, call: NewCall): void {
  run(
    db,
    `INSERT INTO calls (id, session, turn, step, server, tool, arguments, is_error, outcome, started_at, duration_ms,
       raw_bytes, delivered_bytes, tokens_raw, tokens_delivered, result, delivered)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    call.id,
    call.session,
    call.turn,
    call.step,
    call.server,
    call.tool,
    call.arguments,
    call.isError ? 1 : 0,
    call.outcome,
    call.startedAt,
    call.durationMs,
    call.rawBytes,
    call.deliveredBytes,
    call.tokensRaw,
    call.tokensDelivered,
    call.result,
    call.delivered,
  )
}

function insertEntry(
  db: Database,
  { at, call, recorded, blobs }: StepRecord,
  entry: NewEntry,
  put: PutBlob,
): EntryRow {
  const blob = blobs[entry.blob] as StepRecord['blobs'][number]
  const { bytes, chars, lines } = blob.sizes
  const { lastInsertRowid } = run(
    db,
    `INSERT INTO entries (id, name, blob, sha256, bytes, chars, lines, encoding, mime, kind, complete, scope, version, tier,
       pinned, client, project, session, turn, step, call, server, tool, source, created_at, last_used_at, ttl_seconds, expires_at,
       preview, preview_spans, delivered_text, omitted, metadata)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'session', 1, ?, 0, ?, (SELECT project FROM sessions WHERE id = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
       ?, ?, ?, ?, ?)`,
    entry.id,
    entry.name,
    put.id,
    blob.sha256,
    bytes,
    chars,
    lines,
    blob.encoding,
    entry.mime,
    entry.kind,
    entry.complete ? 1 : 0,
    entry.tier,
    call.client,
    call.session,
    call.session,
    call.turn,
    call.step,
    recorded ? call.id : null,
    call.server,
    call.tool,
    call.source,
    at,
    at,
    entry.ttlSeconds,
    entry.ttlSeconds === null ? null : at + entry.ttlSeconds * 1000,
    entry.preview,
    JSON.stringify(entry.previewSpans),
    entry.deliveredText,
    JSON.stringify(entry.omitted),
    JSON.stringify(entry.metadata),
  )
  return get<EntryRow>(db, 'SELECT * FROM entries WHERE seq = ?', lastInsertRowid) as EntryRow
}

const EVENT_OF = { offloaded: 'call.offloaded', inline: 'call.inline', failopen: 'call.failopen' } as const

function announceCall(
  db: Database,
  announce: Announcements,
  { at, call, entries }: StepRecord,
  rows: readonly EntryRow[],
  blobs: readonly PutBlob[],
): void {
  const data: FailOpenData | OffloadData = {
    call: call.id,
    server: call.server,
    tool: call.tool,
    turnNumber: call.turnNumber,
    isError: call.isError,
    durationMs: call.durationMs,
    rawBytes: call.rawBytes,
    deliveredBytes: call.deliveredBytes,
    tokensRaw: call.tokensRaw,
    tokensDelivered: call.tokensDelivered,
    ...(call.reason === null ? {} : { reason: call.reason }),
    entries: rows.map(({ id, name, kind, sha256, bytes, lines }, index) => {
      const dedup = blobs[entries[index]?.blob ?? -1]?.hit ?? false
      return { id, name, kind, sha256, bytes, lines, dedup }
    }),
  }
  announce.add(db, {
    at,
    type: EVENT_OF[call.outcome],
    client: call.client,
    session: call.session,
    turn: call.turn,
    step: call.step,
    entry: rows[0]?.id ?? null,
    data,
  })
}
