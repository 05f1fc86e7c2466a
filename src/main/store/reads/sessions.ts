import type { Database } from 'better-sqlite3'
import type { OperationOutput } from '../../../shared/contract.ts'
import type { Session, Turn } from '../../../shared/contract/recording.ts'
import type { SessionState } from '../protocol.ts'
import { type CallRow, type SessionRow, toCall, toSession, toTurn, type TurnRow } from '../rows.ts'
import { all, get } from '../statement.ts'
import { cursorOf, type Page, page, seek } from './paging.ts'

/** One session's total; the key of `totals` begins with the session. */
const sumOf = (column: string) => `(SELECT coalesce(sum(${column}), 0) FROM totals t WHERE t.session = s.id)`

const SESSION = `SELECT s.*, p.path AS project_path,
    (SELECT count(*) FROM turns t WHERE t.session = s.id) AS turns,
    CASE WHEN s.repeats IS NULL THEN ${sumOf('calls')} ELSE (SELECT count(*) FROM calls c WHERE c.session = s.id) END AS calls, ${sumOf('tokens_raw')} AS raw, ${sumOf('tokens_delivered')} AS delivered,
    ${sumOf('tokens_reread')} AS reread
  FROM sessions s LEFT JOIN projects p ON p.id = s.project`

const TURN = `SELECT t.*, (SELECT count(*) FROM calls c WHERE c.turn = t.id) AS calls
  FROM turns t JOIN sessions s ON s.id = t.session`

/** Of the calls of a turn. A merge brings steps of one number together, so the number alone does not order them. */
export const ARRIVAL = 'started_at, step, seq'

/** A client's rows, or everyone's for the admin (null). */
const OWN = '(? IS NULL OR s.client = ?)'

export function sessionById(db: Database, id: string, client: string | null): Session | null {
  const row = get<SessionRow>(db, `${SESSION} WHERE s.id = ? AND ${OWN}`, id, client, client)
  return row ? toSession(row) : null
}

export function turnById(db: Database, id: string, client: string | null): Turn | null {
  const row = get<TurnRow>(db, `${TURN} WHERE t.id = ? AND ${OWN}`, id, client, client)
  return row ? toTurn(row) : null
}

interface ListOrder {
  client: string | null
  session?: string
  cursor?: string
  limit: number
}

export function sessions(db: Database, { client, cursor, limit }: ListOrder): Page<Session> {
  const after = seek(cursor)
  const rows = all<SessionRow>(
    db,
    `${SESSION} WHERE ${OWN} AND (? IS NULL OR (s.last_used_at, s.id) < (?, ?)) ORDER BY s.last_used_at DESC, s.id DESC LIMIT ?`,
    client,
    client,
    after?.[0] ?? null,
    after?.[0] ?? null,
    after?.[1] ?? null,
    limit + 1,
  )
  const total =
    get<{ n: number }>(db, `SELECT count(*) AS n FROM sessions s WHERE ${OWN}`, client, client)?.n ?? 0
  return page(rows, limit, total, toSession, (row) => cursorOf(row.last_used_at, row.id))
}

export function session(
  db: Database,
  order: { client: string | null; id: string },
): OperationOutput<'getSession'> | null {
  const found = sessionById(db, order.id, order.client)
  if (!found) return null
  const rows = all<TurnRow>(db, `${TURN} WHERE t.session = ? ORDER BY t.number`, order.id)
  return { ...found, turnList: rows.map(toTurn) }
}

export function turns(db: Database, { client, session, cursor, limit }: ListOrder): Page<Turn> {
  const after = seek(cursor)
  const own = `${OWN} AND (? IS NULL OR t.session = ?)`
  const values = [client, client, session ?? null, session ?? null]
  const rows = all<TurnRow>(
    db,
    `${TURN} WHERE ${own} AND (? IS NULL OR (t.started_at, t.id) < (?, ?)) ORDER BY t.started_at DESC, t.id DESC LIMIT ?`,
    ...values,
    after?.[0] ?? null,
    after?.[0] ?? null,
    after?.[1] ?? null,
    limit + 1,
  )
  const count = `SELECT count(*) AS n FROM turns t JOIN sessions s ON s.id = t.session WHERE ${own}`
  const total = get<{ n: number }>(db, count, ...values)?.n ?? 0
  return page(rows, limit, total, toTurn, (row) => cursorOf(row.started_at, row.id))
}

export function turn(
  db: Database,
  order: { client: string | null; id: string },
): OperationOutput<'getTurn'> | null {
  const found = turnById(db, order.id, order.client)
  if (!found) return null
  return {
    ...found,
    callList: all<CallRow>(db, `SELECT * FROM calls WHERE turn = ? ORDER BY ${ARRIVAL}`, order.id).map(
      toCall,
    ),
  }
}

/** Where a session stands, by its id or by the name that its client gave it. A client resolves only its own. */
export function sessionState(
  db: Database,
  { client, id, externalKey }: { client: string; id?: string; externalKey?: string },
): SessionState | null {
  const row = get<SessionRow>(
    db,
    `${SESSION} WHERE s.client = ? AND (s.id = ? OR s.external_key = ?) ORDER BY s.id = ? DESC LIMIT 1`,
    client,
    id ?? null,
    externalKey ?? null,
    id ?? null,
  )
  if (!row) return null
  const last = get<TurnRow>(db, `${TURN} WHERE t.session = ? ORDER BY t.number DESC LIMIT 1`, row.id)
  const lastStep = last ? lastStepOf(db, last.id) : 0
  return { session: toSession(row), projectId: row.project, turn: last ? toTurn(last) : null, lastStep }
}

export function turnByKey(
  db: Database,
  { session, key }: { session: string; key: string },
): { turn: Turn; lastStep: number } | null {
  const row = get<TurnRow>(
    db,
    `${TURN} WHERE t.session = ? AND (t.id = ? OR t.external_key = ? OR (t.external_key IS NULL AND CAST(t.number AS TEXT) = ?))
     ORDER BY t.external_key IS ? DESC, t.id = ? DESC LIMIT 1`,
    session,
    key,
    key,
    key,
    key,
    key,
  )
  return row ? { turn: toTurn(row), lastStep: lastStepOf(db, row.id) } : null
}

const lastStepOf = (db: Database, turn: string) =>
  get<{ n: number | null }>(
    db,
    `SELECT max(step) AS n FROM (SELECT step FROM calls WHERE turn = ? UNION ALL SELECT step FROM entries WHERE turn = ?)`,
    turn,
    turn,
  )?.n ?? 0
