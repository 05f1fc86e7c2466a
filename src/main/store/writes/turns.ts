import type { Database } from 'better-sqlite3'
import { SpillwayError } from '../../../shared/errors.ts'
import type { TurnUpdatedData } from '../../../shared/event.ts'
import type { Turn } from '../../../shared/contract/recording.ts'
import type { MergeTurns, SplitTurn, UpdateTurn } from '../protocol.ts'
import { ARRIVAL, turnById } from '../reads/sessions.ts'
import type { TurnRow } from '../rows.ts'
import { all, get, run } from '../statement.ts'
import type { Announcements } from './events.ts'

type Row = TurnRow & { client: string; external_key: string | null }

interface CallPlace {
  id: string
  seq: number
  step: number
  started_at: number
}

/** Names a turn. What the order leaves out stays as it is. */
export function updateTurn(
  db: Database,
  announce: Announcements,
  { turn, at, title, prompt }: UpdateTurn,
): Turn {
  if (title !== undefined) run(db, 'UPDATE turns SET title = ? WHERE id = ?', title, turn)
  if (prompt !== undefined) run(db, 'UPDATE turns SET prompt = ? WHERE id = ?', prompt, turn)
  return told(db, announce, at, rowOf(db, turn), {})
}

/**
 * Parts a turn before a call: it and all that arrived after it become a turn of their own, right after the first. Calls keep the step
 * that was printed in their references; the turns that follow are numbered anew.
 * @throws SpillwayError `invalid_input` where there is no such call, or nothing before it
 */
export function splitTurn(
  db: Database,
  announce: Announcements,
  order: SplitTurn,
): { turn: Turn; next: Turn } {
  const { turn: id, newId, at } = order
  const turn = rowOf(db, id)
  const calls = all<CallPlace>(
    db,
    `SELECT id, seq, step, started_at FROM calls WHERE turn = ? ORDER BY ${ARRIVAL}`,
    id,
  )
  const cut = calls.findIndex((call) =>
    order.call === undefined ? call.step === order.step : call.id === order.call,
  )
  const first = calls[cut]
  if (first === undefined)
    throw new SpillwayError('invalid_input', `Turn ${turn.number} has no such call.`, 'See its `callList`.')
  if (cut === 0)
    throw new SpillwayError(
      'invalid_input',
      'That is the first call of the turn: nothing would be left before it.',
    )

  renumber(db, turn.session, turn.number, 1)
  // Calls to come belong to what went on last, so the client's own name for the turn goes with it.
  const key = turn.ended_at === null ? turn.external_key : null
  run(
    db,
    'UPDATE turns SET ended_at = ?, by_hand = ?, external_key = CASE WHEN ? THEN NULL ELSE external_key END WHERE id = ?',
    first.started_at,
    order.byHand ? 1 : 0,
    key === null ? 0 : 1,
    id,
  )
  run(
    db,
    `INSERT INTO turns (id, session, number, title, prompt, external_key, explicit, by_hand, started_at, ended_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    newId,
    turn.session,
    turn.number + 1,
    order.title ?? null,
    order.prompt ?? null,
    key,
    turn.explicit,
    order.byHand ? 1 : 0,
    first.started_at,
    turn.ended_at,
  )
  const moved = calls.slice(cut).map((call) => call.id)
  const reads = moveTo(db, newId, id, moved, first.started_at)
  const next = told(db, announce, at, rowOf(db, newId), { moved: { calls: moved, reads } })
  return { turn: required(turnById(db, id, null)), next }
}

/**
 * Takes the next turn of its session into a turn; what that one was called and asked stays only where the first has nothing of it.
 * @throws SpillwayError `invalid_input` where it is the last
 */
export function mergeTurns(
  db: Database,
  announce: Announcements,
  { turn: id, at }: MergeTurns,
): { turn: Turn; merged: Turn; firstCall: string | null } {
  const turn = rowOf(db, id)
  const following = get<{ id: string }>(
    db,
    'SELECT id FROM turns WHERE session = ? AND number > ? ORDER BY number LIMIT 1',
    turn.session,
    turn.number,
  )
  if (!following) throw new SpillwayError('invalid_input', `Turn ${turn.number} is the last of its session.`)
  const merged = required(turnById(db, following.id, null))
  const next = rowOf(db, following.id)
  const calls = all<CallPlace>(
    db,
    `SELECT id, seq, step, started_at FROM calls WHERE turn = ? ORDER BY ${ARRIVAL}`,
    next.id,
  )
  const moved = calls.map((call) => call.id)
  const reads = moveTo(db, id, next.id, moved, -Infinity)
  run(db, 'DELETE FROM turns WHERE id = ?', next.id)
  run(
    db,
    `UPDATE turns SET by_hand = 1, ended_at = ?, explicit = ?, prompt = coalesce(prompt, ?), title = coalesce(title, ?),
       external_key = coalesce(external_key, ?) WHERE id = ?`,
    next.ended_at,
    Math.max(turn.explicit, next.explicit),
    next.prompt,
    next.title,
    next.external_key,
    id,
  )
  renumber(db, turn.session, turn.number, -1)
  const grown = told(db, announce, at, rowOf(db, id), { moved: { calls: moved, reads } })
  return { turn: grown, merged, firstCall: moved[0] ?? null }
}

/** Numbers of a session's turns are unique at every moment, also between two rows of one statement: hence the way over the negatives. */
function renumber(db: Database, session: string, after: number, by: 1 | -1): void {
  const where = 'WHERE session = ? AND number'
  run(db, `UPDATE turns SET number = -(number + ?) ${where} > ?`, by, session, after)
  run(db, `UPDATE turns SET number = -number ${where} < 0`, session)
}

/** Moves calls with their entries to another turn, and what was read or written in the first from a moment on; gives the reads. */
function moveTo(db: Database, to: string, from: string, calls: readonly string[], since: number): number[] {
  const named = JSON.stringify(calls)
  const ids = '(SELECT value FROM json_each(?))'
  run(db, `UPDATE calls SET turn = ? WHERE id IN ${ids}`, to, named)
  run(
    db,
    `UPDATE entries SET turn = ? WHERE turn = ? AND (call IN ${ids} OR (call IS NULL AND created_at >= ?))`,
    to,
    from,
    named,
    since,
  )
  const reads = all<{ seq: number }>(
    db,
    'UPDATE reads SET turn = ? WHERE turn = ? AND at >= ? RETURNING seq',
    to,
    from,
    since,
  )
  return reads.map(({ seq }) => seq)
}

function rowOf(db: Database, id: string): Row {
  const row = get<Row>(
    db,
    'SELECT t.*, s.client FROM turns t JOIN sessions s ON s.id = t.session WHERE t.id = ?',
    id,
  )
  if (!row) throw new SpillwayError('not_found', `There is no turn ${id}.`)
  return row
}

function told(
  db: Database,
  announce: Announcements,
  at: number,
  { id, client, session, number, prompt, title }: Row,
  change: Pick<TurnUpdatedData, 'moved'>,
): Turn {
  const data: TurnUpdatedData = { number, prompt, title, ...change }
  announce.add(db, { at, type: 'turn.updated', client, session, turn: id, data })
  return required(turnById(db, id, null))
}

function required(turn: Turn | null): Turn {
  if (turn === null) throw new SpillwayError('internal', 'A turn that was just written cannot be read.')
  return turn
}
