import type { Database } from 'better-sqlite3'
import type { Entry } from '../../../shared/entry.ts'
import { SpillwayError } from '../../../shared/errors.ts'
import type { NoteData } from '../../../shared/event.ts'
import type { NewNote } from '../protocol.ts'
import { leased } from '../leased.ts'
import { type EntryRow, iso, toEntry } from '../rows.ts'
import { get, insertRow, run } from '../statement.ts'
import { condemnUnheld, putBlob } from './blobs.ts'
import type { Announcements } from './events.ts'

type NoteRow = EntryRow & { lease_session: string | null; lease_until: number | null }

/**
 * Writes a note, new or over its last version, in one transaction with the checks that guard it, so that of two writers who
 * saw the same version one is told (B6).
 */
export function writeNote(db: Database, announce: Announcements, order: NewNote): Entry {
  const known = existing(db, order)
  assertVersion(order, known)
  assertLease(order, known)
  const blob = putBlob(db, order.blob, order.at)
  if (known) overwrite(db, order, known, blob.id)
  else insert(db, order, blob.id)
  const id = known?.id ?? order.id
  if (order.leaseSeconds !== undefined) lease(db, id, order, order.leaseSeconds)
  const row = get<EntryRow>(db, 'SELECT * FROM entries WHERE id = ?', id)
  if (!row) throw new SpillwayError('internal', 'A note that was just written cannot be read.')
  const data: NoteData = { name: row.name, scope: row.scope, version: row.version, bytes: row.bytes }
  const { at, client, session, turn } = order
  announce.add(db, { at, type: 'note.written', client, session, turn, entry: id, data })
  return toEntry(row)
}

function existing(db: Database, order: NewNote): NoteRow | undefined {
  const { client, session, project, scope, name, at } = order
  const live = 'SELECT * FROM entries WHERE note = 1 AND blob IS NOT NULL AND scope = ? AND name = ?'
  const known =
    scope === 'session'
      ? get<NoteRow>(db, `${live} AND session = ?`, scope, name, session)
      : get<NoteRow>(db, `${live} AND client = ? AND project IS ?`, scope, name, client, project)
  if (!known || known.pinned === 1 || known.expires_at === null || known.expires_at > at) return known
  // Nobody can read it any more: to its writer it is gone, though retention has not come by yet.
  run(db, "UPDATE entries SET blob = NULL, pruned_at = ?, pruned_why = 'expired' WHERE id = ?", at, known.id)
  if (known.blob !== null) condemnUnheld(db, known.blob)
  return undefined
}

function assertVersion({ ifVersion, name }: NewNote, known: NoteRow | undefined): void {
  const version = known?.version ?? 0
  if (ifVersion === undefined || ifVersion === version) return
  throw new SpillwayError(
    'conflict',
    known
      ? `${name} is at version ${version}, not ${ifVersion}.`
      : `There is no ${name} yet, so it has no version ${ifVersion}.`,
    'Read it again, merge, and write with its version.',
  )
}

function assertLease({ at, session, name }: NewNote, known: NoteRow | undefined): void {
  if (!known?.lease_until || known.lease_until <= at || known.lease_session === session) return
  throw leased(name, iso(known.lease_until))
}

function lease(db: Database, id: string, { at, session }: NewNote, seconds: number): void {
  const until = seconds === 0 ? null : at + seconds * 1000
  const holder = until === null ? null : session
  run(db, 'UPDATE entries SET lease_session = ?, lease_until = ? WHERE id = ?', holder, until, id)
}

/** What a version of a note sets, whether it is the first or not. */
function versionColumns(order: NewNote, blob: number): Record<string, unknown> {
  const { sizes, sha256, encoding } = order.blob
  return {
    blob,
    sha256,
    bytes: sizes.bytes,
    chars: sizes.chars,
    lines: sizes.lines,
    encoding,
    mime: order.mime,
    kind: order.kind,
    last_used_at: order.at,
    ttl_seconds: order.ttlSeconds,
    expires_at: order.at + order.ttlSeconds * 1000,
    preview: order.preview,
    preview_spans: JSON.stringify(order.previewSpans),
    omitted: JSON.stringify(order.omitted),
    metadata: JSON.stringify(order.metadata),
    redactions: order.redactions ?? 0,
    summary: null,
  }
}

function insert(db: Database, order: NewNote, blob: number): void {
  insertRow(db, 'entries', {
    id: order.id,
    name: order.name,
    note: 1,
    complete: 1,
    scope: order.scope,
    version: 1,
    tier: order.scope,
    pinned: 0,
    client: order.client,
    project: order.project,
    session: order.session,
    turn: order.turn,
    tool: 'note',
    source: 'note',
    created_at: order.at,
    ...versionColumns(order, blob),
  })
}

function overwrite(db: Database, order: NewNote, known: NoteRow, blob: number): void {
  const columns = versionColumns(order, blob)
  const sets = Object.keys(columns).map((name) => `${name} = :${name}`)
  run(db, `UPDATE entries SET version = version + 1, ${sets.join(', ')} WHERE id = :id`, {
    ...columns,
    id: known.id,
  })
  if (known.blob !== null) condemnUnheld(db, known.blob)
}
