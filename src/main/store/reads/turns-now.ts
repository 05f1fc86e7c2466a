import type { Database } from 'better-sqlite3'
import type { Event, TurnUpdatedData } from '../../../shared/event.ts'
import { all } from '../statement.ts'

interface TurnNow {
  id: string
  session: string
  number: number
  prompt: string | null
  title: string | null
}

type Moved = NonNullable<TurnUpdatedData['moved']>

/**
 * Events as their turns are now. The log is never rewritten: a turn that was split, merged or renamed since is put right where its
 * events are read, so that they may be read in any order.
 */
export function withTurnsNow(db: Database, events: Event[]): Event[] {
  const moves = events.flatMap(({ data }) => movedIn(data) ?? [])
  const turnOfCall = placesOf<string>(db, 'SELECT id AS key, turn FROM calls WHERE id', [
    ...events.flatMap(({ data }) => (typeof data['call'] === 'string' ? [data['call']] : [])),
    ...moves.flatMap(({ calls }) => calls),
  ])
  const turnOfRead = placesOf<number>(db, 'SELECT seq AS key, turn FROM reads WHERE seq', [
    ...events.flatMap(({ data }) => (typeof data['read'] === 'number' ? [data['read']] : [])),
    ...moves.flatMap(({ reads }) => reads),
  ])
  const placed = events.map((event) => {
    const { call, read } = event.data
    const turn = turnOfCall.get(String(call)) ?? turnOfRead.get(Number(read)) ?? event.turn
    return turn === event.turn ? event : { ...event, turn }
  })
  const turns = new Map(
    all<TurnNow>(
      db,
      'SELECT id, session, number, prompt, title FROM turns WHERE id IN (SELECT value FROM json_each(?))',
      idsOf(placed.flatMap(({ turn }) => (turn === null ? [] : [turn]))),
    ).map((turn) => [turn.id, turn]),
  )
  const stillIn = (turn: string | null, { calls, reads }: Moved): Moved => ({
    calls: calls.filter((id) => turnOfCall.get(id) === turn),
    reads: reads.filter((seq) => turnOfRead.get(seq) === turn),
  })
  return placed.map((event) => {
    const now = turns.get(event.turn ?? '')
    const moved = movedIn(event.data)
    if (moved === null) return now === undefined ? event : { ...event, data: named(event, now) }
    const numbers = now === undefined ? {} : numbersIn(db, now.session)
    return { ...event, data: { ...event.data, ...facts(now), moved: stillIn(event.turn, moved), numbers } }
  })
}

const idsOf = (values: readonly unknown[]) => JSON.stringify([...new Set(values)])

function placesOf<Key>(db: Database, select: string, keys: readonly Key[]): Map<Key, string | null> {
  const rows = all<{ key: Key; turn: string | null }>(
    db,
    `${select} IN (SELECT value FROM json_each(?))`,
    idsOf(keys),
  )
  return new Map(rows.map(({ key, turn }) => [key, turn]))
}

const movedIn = (data: Event['data']): Moved | null => (data as Partial<TurnUpdatedData>).moved ?? null

const facts = (now: TurnNow | undefined) =>
  now === undefined ? {} : { number: now.number, prompt: now.prompt, title: now.title }

function named({ type, data }: Event, now: TurnNow): Event['data'] {
  if ('turnNumber' in data) return { ...data, turnNumber: now.number }
  return type === 'turn.started' || type === 'turn.updated' ? { ...data, ...facts(now) } : data
}

function numbersIn(db: Database, session: string): Record<string, number> {
  const rows = all<{ id: string; number: number }>(
    db,
    'SELECT id, number FROM turns WHERE session = ?',
    session,
  )
  return Object.fromEntries(rows.map(({ id, number }) => [id, number]))
}
