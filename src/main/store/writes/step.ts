import type { Database } from 'better-sqlite3'
import type { Entry } from '../../../shared/entry.ts'
import { SpillwayError } from '../../../shared/errors.ts'
import type { FailOpenData, OffloadData } from '../../../shared/event.ts'
import type { NewCall, NewEntry, StepRecord } from '../protocol.ts'
import { type EntryRow, toEntry } from '../rows.ts'
import { storedBytes } from '../reads/stats.ts'
import { get, insertRow, run } from '../statement.ts'
import { condemnUnheld, type PutBlob, putBlob } from './blobs.ts'
import type { Announcements } from './events.ts'
import type { Tally } from './totals.ts'
import { keepRule } from './tools.ts'

/** Writes one step: its blobs, its entries, its call, its share of the totals and the event that tells of it. */
export function commitStep(db: Database, announce: Announcements, record: StepRecord, tally: Tally): Entry[] {
  const { call, at } = record
  const blobs = record.blobs.map((blob) => putBlob(db, blob, at))
  assertRoom(db, record, blobs)
  if (record.recorded) insertCall(db, call)
  const rows = record.entries.map((entry) => insertEntry(db, record, entry, blobs[entry.blob] as PutBlob))
  if (record.recorded)
    for (const { id } of blobs)
      run(db, 'INSERT OR IGNORE INTO call_blobs VALUES (?, ?, ?)', call.id, id, call.startedAt)

  // A call that is made again to compare it is nobody's traffic.
  if ((call.repeats ?? null) === null) count(record, blobs, tally)
  tally.use(call.session, at)
  announceCall(db, announce, record, rows, blobs)
  return rows.map(toEntry)
}

/** Adds a step to the running totals. */
function count(record: StepRecord, blobs: readonly PutBlob[], tally: Tally): void {
  const { call } = record
  const hits = record.entries.filter((entry) => blobs[entry.blob]?.hit)
  const bytesOf = (entries: readonly NewEntry[]) =>
    entries.reduce((sum, entry) => sum + (record.blobs[entry.blob]?.sizes.bytes ?? 0), 0)
  const of = { client: call.client, session: call.session, source: call.source, at: call.startedAt }
  tally.add(of, {
    calls: 1,
    offloads: call.outcome === 'offloaded' ? 1 : 0,
    inline: call.outcome === 'inline' ? 1 : 0,
    fail_open: call.outcome === 'failopen' ? 1 : 0,
    entries: record.entries.length,
    bytes: bytesOf(record.entries),
    dedup_hits: hits.length,
    dedup_bytes: bytesOf(hits),
    tokens_raw: call.tokensRaw,
    tokens_delivered: call.tokensDelivered,
  })
  // How long somebody waited before giving up says nothing of how long the tool takes.
  if (call.outcome !== 'cancelled') tally.addPace(of, call.durationMs)
}

/** @throws SpillwayError `storage_full` where new bytes would take the store over its hard cap; the step is then not written */
function assertRoom(db: Database, { maxBytes = Infinity }: StepRecord, blobs: readonly PutBlob[]): void {
  if (blobs.every(({ hit }) => hit)) return
  const size = storedBytes(db)
  if (size <= maxBytes) return
  throw new SpillwayError(
    'storage_full',
    `The store would take ${size} bytes, more than its hard cap of ${maxBytes}, and what is in it is pinned or in use.`,
    'Unpin or delete entries, or raise retention.hardMaxBytes.',
  )
}

function insertCall(db: Database, call: NewCall): void {
  insertRow(db, 'calls', {
    id: call.id,
    session: call.session,
    turn: call.turn,
    step: call.step,
    server: call.server,
    tool: call.tool,
    arguments: call.arguments,
    resolved: call.resolved ?? null,
    error: call.error ?? null,
    client_call: call.clientCall ?? null,
    repeats: call.repeats ?? null,
    is_error: call.isError ? 1 : 0,
    // The column's own check, older than cancelled calls, knows three outcomes.
    outcome: call.outcome === 'cancelled' ? 'inline' : call.outcome,
    cancelled: call.outcome === 'cancelled' ? (call.reason ?? '') : null,
    started_at: call.startedAt,
    duration_ms: call.durationMs,
    raw_bytes: call.rawBytes,
    delivered_bytes: call.deliveredBytes,
    tokens_raw: call.tokensRaw,
    tokens_delivered: call.tokensDelivered,
    tokens_counted: call.tokensExact === undefined ? 0 : 1,
    tokens_exact: call.tokensExact === true ? 1 : 0,
    result: call.result,
    delivered: call.delivered,
    rule: call.rule === undefined ? null : keepRule(db, call.rule),
  })
}

function insertEntry(
  db: Database,
  { at, call, recorded, blobs }: StepRecord,
  entry: NewEntry,
  put: PutBlob,
): EntryRow {
  const blob = blobs[entry.blob] as StepRecord['blobs'][number]
  const { bytes, chars, lines } = blob.sizes
  const before = entry.isNote ? supersede(db, call.session, entry.name, at) : NEW
  const project = get<{ project: string | null }>(
    db,
    'SELECT project FROM sessions WHERE id = ?',
    call.session,
  )
  const seq = insertRow(db, 'entries', {
    id: entry.id,
    name: entry.name,
    blob: put.id,
    sha256: blob.sha256,
    bytes,
    chars,
    lines,
    encoding: blob.encoding,
    mime: entry.mime,
    kind: entry.kind,
    complete: entry.complete ? 1 : 0,
    scope: 'session',
    version: before.version + 1,
    note: entry.isNote ? 1 : 0,
    tier: entry.tier,
    pinned: before.pinned,
    client: call.client,
    project: project?.project ?? null,
    session: call.session,
    turn: call.turn,
    step: call.step,
    call: recorded ? call.id : null,
    server: call.server,
    tool: call.tool,
    source: call.source,
    created_at: at,
    last_used_at: at,
    ttl_seconds: entry.ttlSeconds,
    expires_at: entry.ttlSeconds === null ? null : at + entry.ttlSeconds * 1000,
    preview: entry.preview,
    preview_spans: JSON.stringify(entry.previewSpans),
    delivered_text: entry.deliveredText,
    omitted: JSON.stringify(entry.omitted),
    metadata: JSON.stringify(entry.metadata),
    redactions: entry.redactions ?? 0,
  })
  return get<EntryRow>(db, 'SELECT * FROM entries WHERE seq = ?', seq) as EntryRow
}

/** What a note takes over from the one before it. */
const NEW = { version: 0, pinned: 0 }

/** Takes the name from the session's note that has it, as a note that is written over keeps its pin and counts its versions. */
function supersede(db: Database, session: string, name: string, at: number): typeof NEW {
  const before = get<{ id: string; version: number; blob: number; pinned: number }>(
    db,
    `SELECT id, version, blob, pinned FROM entries
     WHERE note = 1 AND scope = 'session' AND blob IS NOT NULL AND session = ? AND name = ?`,
    session,
    name,
  )
  if (!before) return NEW
  run(
    db,
    "UPDATE entries SET blob = NULL, pruned_at = ?, pruned_why = 'overwritten' WHERE id = ?",
    at,
    before.id,
  )
  condemnUnheld(db, before.blob)
  return before
}

const EVENT_OF = {
  offloaded: 'call.offloaded',
  inline: 'call.inline',
  failopen: 'call.failopen',
  cancelled: 'call.cancelled',
} as const

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
    ...(call.tokensExact === undefined ? {} : { tokensExact: call.tokensExact }),
    ...(call.reason === null ? {} : { reason: call.reason }),
    ...(call.redactions === undefined
      ? {}
      : { redactions: { ...call.redactions, rules: [...call.redactions.rules] } }),
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
