import { hash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { SpillwayError } from '../../../shared/errors.ts'
import { get, insertRow, run, statement } from '../statement.ts'
import { condemnUnheld, putBlob } from '../writes/blobs.ts'
import type { Row } from './copy-rows.ts'
import { dataOf } from './event-data.ts'
import type { SharedRow, SharedTable } from './row-schemas.ts'
import { isSame, type NamedTable } from './same-row.ts'
import type { TakeInOrder, TakenIn } from './take-in.ts'
import { callToHome, entryToHome, IMPORTED, sessionToHome, turnToHome } from './to-home.ts'

/** Copies the rows of one recording into a home, those that are referred to first. */
export class TakeOver {
  readonly #db: Database
  readonly #file: Database
  readonly #order: TakeInOrder
  /** Contents of the file, by their numbers in it, as they are numbered here. */
  readonly #blobs = new Map<number, number>()
  readonly #reads = new Map<number, number>()
  /** What was not here before. */
  readonly #fresh = { sessions: new Set<string>(), turns: new Set<string>(), calls: new Set<string>() }
  /** The session is one of this home's own. */
  #isOwn = false
  #entries = 0
  #newReads = 0

  constructor(db: Database, file: Database, order: TakeInOrder) {
    this.#db = db
    this.#file = file
    this.#order = order
  }

  run(): TakenIn {
    const [session] = this.#rows('sessions')
    if (!session) throw new SpillwayError('invalid_input', 'The recording is empty.')
    const bytes = this.#contents()
    const project = this.#session(session)
    this.#offers()
    for (const row of this.#rows('turns'))
      if (this.#add('turns', row, () => turnToHome(row, session.last_used_at))) this.#fresh.turns.add(row.id)
    for (const row of this.#rows('calls'))
      if (this.#add('calls', row, () => callToHome(row))) this.#fresh.calls.add(row.id)
    for (const row of this.#rows('entries')) if (this.#entry(row, project)) this.#entries++
    for (const row of this.#rows('call_blobs')) this.#hold(row)
    for (const row of this.#rows('reads')) this.#read(row)
    const redacted = this.#events(session.id)
    // What nothing came to hold: its entry was here already, and has lost its bytes since.
    for (const blob of this.#blobs.values()) condemnUnheld(this.#db, blob)
    const { sessions, turns, calls } = this.#fresh
    return {
      session: session.id,
      turns: turns.size,
      calls: calls.size,
      entries: this.#entries,
      reads: this.#newReads,
      bytes,
      redacted,
      known: sessions.size + turns.size + calls.size + this.#entries + this.#newReads === 0,
    }
  }

  #rows<T extends SharedTable>(table: T): Iterable<SharedRow<T>> {
    const order = table === 'call_blobs' ? 'call, blob' : 'rowid'
    return statement(this.#file, `SELECT * FROM ${table} ORDER BY ${order}`).iterate() as Iterable<
      SharedRow<T>
    >
  }

  /** @returns the bytes of those that were not here */
  #contents(): number {
    const staged = new Map(this.#order.staged.map((blob) => [blob.sha256, blob]))
    let bytes = 0
    for (const { id, sha256 } of this.#rows('blobs')) {
      const fresh = staged.get(sha256)
      const known = fresh
        ? putBlob(this.#db, fresh, this.#order.at).id
        : get<{ id: number }>(this.#db, 'SELECT id FROM blobs WHERE sha256 = ?', sha256)?.id
      if (known === undefined)
        throw new SpillwayError(
          'conflict',
          'A content was removed from the home meanwhile.',
          'Import it again.',
        )
      this.#blobs.set(id, known)
      bytes += fresh?.sizes.bytes ?? 0
    }
    return bytes
  }

  /** @returns the project here */
  #session(row: SharedRow<'sessions'>): string | null {
    const known = get<Row>(this.#db, 'SELECT * FROM sessions WHERE id = ?', row.id)
    this.#isOwn = known !== undefined && known['transport'] !== IMPORTED
    const project = known ? (known['project'] as string | null) : this.#project(row.project)
    if (this.#add('sessions', row, () => sessionToHome(row, project))) this.#fresh.sessions.add(row.id)
    return project
  }

  #project(id: string | null): string | null {
    const path = get<{ path: string }>(this.#file, 'SELECT path FROM projects WHERE id = ?', id)?.path
    if (path === undefined) return null
    const { projectId } = this.#order
    run(this.#db, "INSERT OR IGNORE INTO projects (id, client, path) VALUES (?, '', ?)", projectId, path)
    const sql = "SELECT id FROM projects WHERE client = '' AND path = ?"
    return get<{ id: string }>(this.#db, sql, path)?.id ?? null
  }

  /** The rules and the tool lists of the recording. What a redaction changed is not what its hash says, and is left out. */
  #offers(): void {
    const isItself = (row: { sha256: string }, text: string) => hash('sha256', text) === row.sha256
    for (const row of this.#rows('rules'))
      if (isItself(row, row.rule))
        run(this.#db, 'INSERT OR IGNORE INTO rules VALUES (?, ?)', row.sha256, row.rule)
    for (const row of this.#rows('tool_lists'))
      if (isItself(row, row.tools))
        run(this.#db, 'INSERT OR IGNORE INTO tool_lists VALUES (?, ?)', row.sha256, row.tools)
    for (const { session, tool_list: list, at } of this.#rows('session_tools'))
      if (this.#fresh.sessions.has(session))
        run(
          this.#db,
          'INSERT OR IGNORE INTO session_tools SELECT ?, sha256, ? FROM tool_lists WHERE sha256 = ?',
          session,
          at,
          list,
        )
  }

  #entry(row: SharedRow<'entries'>, project: string | null): boolean {
    const { at, ttlSeconds } = this.#order
    const blob = row.blob === null ? null : (this.#blobs.get(row.blob) ?? null)
    return this.#add('entries', row, () => entryToHome(row, { blob, project, at, ttlSeconds }))
  }

  /** @returns false where it is here already @throws SpillwayError `conflict` */
  #add(table: NamedTable, row: Row & { id: string }, toHome: () => Row): boolean {
    const known = get<Row>(this.#db, `SELECT * FROM ${table} WHERE id = ?`, row.id)
    if (known && isSame(table, known, row)) return false
    if (known)
      throw new SpillwayError(
        'conflict',
        `${row.id} is here already and says something else.`,
        'Nothing was changed. Import it into another --home, or look at it with spillway open.',
      )
    if (this.#isOwn)
      throw new SpillwayError(
        'conflict',
        'The recording adds to a session of this home, which only its own agent may.',
        'Nothing was changed. Import it into another --home, or look at it with spillway open.',
      )
    insertRow(this.#db, table, toHome())
    return true
  }

  /** A call holds its contents for as long as if it had just been made: what was imported now is not to go now. */
  #hold({ call, blob }: SharedRow<'call_blobs'>): void {
    if (!this.#fresh.calls.has(call)) return
    insertRow(this.#db, 'call_blobs', { call, blob: this.#blobs.get(blob), held_at: this.#order.at })
  }

  #read({ seq, ...row }: SharedRow<'reads'>): void {
    const known = get<{ seq: number }>(
      this.#db,
      `SELECT seq FROM reads WHERE entry = :entry AND at = :at AND session IS :session AND turn IS :turn
         AND mode = :mode AND params = :params`,
      row,
    )
    const isOfOurs = this.#isOwn || (row.turn !== null && !this.#fresh.turns.has(row.turn))
    if (!known && isOfOurs) return
    if (!known) this.#newReads++
    this.#reads.set(seq, known?.seq ?? insertRow(this.#db, 'reads', row))
  }

  /**
   * What the timeline tells of what was added. It goes on from where it is, for its order is that of its times: where they are older,
   * they become that of the last event.
   * @returns whether the recording was redacted
   */
  #events(session: string): boolean {
    const last = get<{ at: number }>(this.#db, 'SELECT at FROM events ORDER BY seq DESC LIMIT 1')?.at ?? 0
    let redacted = false
    for (const { seq: _, ...row } of this.#rows('events')) {
      const data = JSON.parse(row.data) as Record<string, unknown>
      if (row.type === 'recording.exported') redacted ||= data['redacted'] === true
      const isFresh = row.turn === null ? this.#fresh.sessions.has(session) : this.#fresh.turns.has(row.turn)
      if (!isFresh || dataOf(row.type) === null) continue
      renumberReads(data, this.#reads)
      const at = Math.max(row.at, last)
      insertRow(this.#db, 'events', { ...row, client: '', at, data: JSON.stringify(data) })
    }
    return redacted
  }
}

/** Reads are numbered anew in each home. */
function renumberReads(data: Record<string, unknown>, numbers: ReadonlyMap<number, number>): void {
  const now = (read: unknown) => numbers.get(Number(read)) ?? 0
  if ('read' in data) data['read'] = now(data['read'])
  const moved = data['moved'] as { calls: string[]; reads: number[] } | undefined
  if (moved) data['moved'] = { ...moved, reads: moved.reads.map(now) }
}
