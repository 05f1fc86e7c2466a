import { SpillwayError } from '../../../shared/errors.ts'

/** A cursor is the sort value and the id of the last row given, so that rows that arrive meanwhile shift nothing. */
type Position = readonly [number | string, number | string]

export interface Page<T> {
  items: T[]
  nextCursor: string | null
  total: number
}

export const cursorOf = (...position: Position) => Buffer.from(JSON.stringify(position)).toString('base64url')

/** @throws SpillwayError `invalid_input` where the text is no cursor of ours. */
export function seek(cursor: string | undefined): Position | null {
  if (cursor === undefined) return null
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(position) && position.length === 2) return position as unknown as Position
  } catch {
    // falls through to the one error for every kind of wrong cursor
  }
  throw new SpillwayError(
    'invalid_input',
    'That cursor is not one that this server gave.',
    'Start again without a cursor.',
  )
}

/** Rows were asked for one beyond the limit: whether there are more is then known without a count. */
export function page<Row, T>(
  rows: readonly Row[],
  limit: number,
  total: number,
  map: (row: Row) => T,
  cursor: (row: Row) => string,
): Page<T> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { items: shown.map(map), nextCursor: rows.length > limit && last ? cursor(last) : null, total }
}
