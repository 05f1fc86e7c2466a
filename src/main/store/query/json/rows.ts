import { SpillwayError } from '../../../../shared/errors.ts'
import { numberOf } from '../../../rpc/json.ts'
import { Document } from './locate.ts'

const NAMED_AT_MOST = 8

/**
 * The rows inside a JSON value: those that `path` selects (the items of an array, where it selects just one), else the value
 * itself where it is an array, else the only array that it holds.
 * @throws SpillwayError `invalid_input` where there are none, or several to choose from: then with their paths
 */
export function rowsAt(value: unknown, path: string | null, entry: string): unknown[] {
  if (path !== null) {
    const selected = new Document(value).select(path)
    const [only] = selected
    if (selected.length === 1 && Array.isArray(only)) return only
    if (selected.length > 0) return selected
    throw new SpillwayError(
      'invalid_input',
      `${path} selects nothing in ${entry}.`,
      'Look with mode json, path $.',
    )
  }
  if (Array.isArray(value)) return value
  const arrays = [...arraysIn(value, '$', 0)]
  const [first, ...others] = arrays
  if (first && others.length === 0) return first.items
  // Lists of plain values stand beside the rows often enough; rows are objects.
  const ofObjects = arrays.filter(({ items }) =>
    items.some((item) => typeof item === 'object' && item !== null),
  )
  if (ofObjects.length === 1 && ofObjects[0]) return ofObjects[0].items
  const paths = arrays.slice(0, NAMED_AT_MOST).map((one) => one.path)
  throw new SpillwayError(
    'invalid_input',
    first
      ? `${entry} holds ${arrays.length} arrays: ${paths.join(', ')}.`
      : `${entry} holds no array, so no rows.`,
    first
      ? `Name the rows with path, e.g. path: ${JSON.stringify(first.path)}.`
      : 'Use mode json with a path.',
  )
}

const DEEPEST = 16
const NAME = /^[A-Za-z_]\w*$/

/** Arrays that are reached through objects alone. */
function* arraysIn(
  value: unknown,
  path: string,
  depth: number,
): Generator<{ path: string; items: unknown[] }> {
  if (Array.isArray(value)) yield { path, items: value }
  else if (typeof value === 'object' && value !== null && numberOf(value) === null && depth < DEEPEST)
    for (const [key, item] of Object.entries(value))
      yield* arraysIn(item, NAME.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`, depth + 1)
}
