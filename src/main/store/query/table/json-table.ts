import { SpillwayError } from '../../../../shared/errors.ts'
import { numberOf, parseJson, stringifyJson } from '../../../rpc/json.ts'
import type { Column } from '../protocol.ts'
import type { Cell } from './source.ts'
import { columnNames } from './names.ts'
import { fitsInteger, TypeGuess } from './types.ts'

/** SQLite's own limit. */
const MOST_COLUMNS = 2_000
/** The key of rows that are not objects. */
const WHOLE = Symbol('value')
type Key = string | number | typeof WHOLE

/** The value of one line; undefined where it is not JSON. */
export function parseLine(line: string): unknown {
  try {
    return parseJson(line)
  } catch {
    // What is not JSON is told to the caller by its absence: a line is allowed to be broken.
    return undefined
  }
}

/** Columns of JSON rows: the keys of objects, the places of arrays, or one `value`, in the order they are met. */
export class JsonTable {
  readonly #guesses = new Map<Key, TypeGuess>()

  /** @throws SpillwayError `invalid_input` where rows have more keys than a table may have columns */
  add(row: unknown): void {
    for (const [key, value] of fieldsOf(row)) {
      let guess = this.#guesses.get(key)
      if (!guess) {
        if (this.#guesses.size >= MOST_COLUMNS)
          throw new SpillwayError(
            'invalid_input',
            `The rows have more than ${MOST_COLUMNS} different keys: too many for a table.`,
            'Use mode json with a path.',
          )
        this.#guesses.set(key, (guess = new TypeGuess()))
      }
      guess.addValue(cellOf(value))
    }
  }

  get columns(): Column[] {
    const keys = [...this.#guesses.keys()]
    const given = keys.map((key) =>
      key === WHOLE ? 'value' : typeof key === 'number' ? `column_${key + 1}` : key,
    )
    const types = [...this.#guesses.values()].map(({ type }) => type)
    return columnNames(given, given.length).map((name, i) => ({ name, type: types[i] ?? 'text' }))
  }

  /** A value for each column, in their order. */
  cells(row: unknown): Cell[] {
    const fields = new Map<Key, unknown>(fieldsOf(row))
    return [...this.#guesses.keys()].map((key) => cellOf(fields.get(key)))
  }
}

function fieldsOf(row: unknown): [Key, unknown][] {
  if (Array.isArray(row)) return row.map((value: unknown, index) => [index, value])
  if (typeof row === 'object' && row !== null && numberOf(row) === null) return Object.entries(row)
  return [[WHOLE, row]]
}

/** Numbers keep all of their digits, else they are text; booleans are 0 and 1; nested values are JSON text. */
function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 1n : 0n
  const number = numberOf(value)
  if (number === null) return stringifyJson(value)
  const spelled = typeof value === 'number' ? String(value) : stringifyJson(value)
  if (/^-?\d+$/.test(spelled)) return fitsInteger(spelled) ? BigInt(spelled) : spelled
  return number
}
