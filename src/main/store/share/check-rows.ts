import type { Database } from 'better-sqlite3'
import { SpillwayError } from '../../../shared/errors.ts'
import { statement } from '../statement.ts'
import { dataOf } from './event-data.ts'
import type { Progress } from './protocol.ts'
import { rowSchemas, type SharedRow, type SharedTable } from './row-schemas.ts'

/** More than any session has; each is looked at by itself. */
const MOST_ROWS = 1_000_000
const ROWS_AT_ONCE = 2_000

/** What a recording holds, and that it hangs together. */
export interface CheckedRows {
  readonly session: string
  readonly blobs: readonly SharedRow<'blobs'>[]
}

/** @throws SpillwayError `invalid_input` that names the row */
export function* checkRows(db: Database): Generator<Progress, CheckedRows> {
  const known = {
    projects: new Set(),
    sessions: new Set(),
    turns: new Set(),
    calls: new Set(),
    toolLists: new Set(),
  }
  const blobs = new Map<number, SharedRow<'blobs'>>()
  const refers = (table: keyof typeof known, id: unknown) => id === null || known[table].has(id)
  const seen = <T extends SharedTable>(table: T, good: (row: SharedRow<T>) => boolean) =>
    rowsOf(db, table, good)

  yield* seen('projects', ({ id }) => known.projects.add(id).size > 0)
  yield* seen(
    'sessions',
    ({ id, project }) => known.sessions.add(id).size === 1 && refers('projects', project),
  )
  yield* seen('rules', () => true)
  yield* seen('tool_lists', ({ sha256 }) => known.toolLists.add(sha256).size > 0)
  yield* seen(
    'session_tools',
    ({ session, tool_list: list }) => refers('sessions', session) && refers('toolLists', list),
  )
  yield* seen('turns', ({ id, session }) => known.turns.add(id).size > 0 && refers('sessions', session))
  yield* seen(
    'calls',
    ({ id, session, turn }) =>
      known.calls.add(id).size > 0 && refers('sessions', session) && refers('turns', turn),
  )
  yield* seen('blobs', (blob) => blobs.set(blob.id, blob).size > 0)
  yield* seen('call_blobs', ({ call, blob }) => refers('calls', call) && blobs.has(blob))
  yield* seen(
    'entries',
    (entry) =>
      refers('projects', entry.project) &&
      refers('sessions', entry.session) &&
      refers('turns', entry.turn) &&
      refers('calls', entry.call) &&
      (entry.blob === null || isContentOf(entry, blobs.get(entry.blob))),
  )
  yield* seen('reads', ({ session, turn }) => refers('sessions', session) && refers('turns', turn))
  yield* seen('events', (event) => {
    const belongs = refers('sessions', event.session) && refers('turns', event.turn)
    return belongs && (dataOf(event.type)?.safeParse(JSON.parse(event.data)).success ?? true)
  })
  const [session] = known.sessions
  if (typeof session !== 'string') throw refused('sessions', 'it is empty')
  return { session, blobs: [...blobs.values()] }
}

function isContentOf(entry: SharedRow<'entries'>, blob: SharedRow<'blobs'> | undefined): boolean {
  return (
    blob !== undefined &&
    entry.sha256 === blob.sha256 &&
    entry.bytes === blob.bytes &&
    entry.chars === blob.chars &&
    entry.lines === blob.lines &&
    entry.encoding === blob.encoding
  )
}

function* rowsOf<T extends SharedTable>(
  db: Database,
  table: T,
  good: (row: SharedRow<T>) => boolean,
): Generator<Progress, void> {
  const schema = rowSchemas[table]
  let rows = 0
  for (const raw of statement(db, `SELECT * FROM ${table}`).iterate()) {
    if (++rows > MOST_ROWS) throw refused(table, `it has more than ${MOST_ROWS} rows`)
    const parsed = schema.safeParse(raw)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      throw refused(table, `row ${rows}, ${issue?.path.join('.')}: ${issue?.message}`)
    }
    if (!good(parsed.data as SharedRow<T>)) throw refused(table, `row ${rows} refers to what is not there`)
    if (rows % ROWS_AT_ONCE === 0) yield { done: 0, total: 0 }
  }
}

const refused = (table: string, reason: string) =>
  new SpillwayError('invalid_input', `The recording cannot be taken in: table ${table}, ${reason}.`)
