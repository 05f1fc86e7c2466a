import type { Column } from '../protocol.ts'

const INTEGER = /^\s*[+-]?(?:0|[1-9]\d*)\s*$/
const REAL = /^\s*[+-]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/
/** So many digits always fit 64 bits. */
const SAFE_LENGTH = 18
const MIN_INTEGER = -(2n ** 63n)
const MAX_INTEGER = 2n ** 63n - 1n

/** True where a text is a number as it is commonly written; `007` is a code and no number. */
export const isNumber = (text: string): boolean => REAL.test(text)

/** True where SQLite can keep the integer with all of its digits. */
export function fitsInteger(digits: string): boolean {
  if (digits.length <= SAFE_LENGTH) return true
  const value = BigInt(digits.trim().replace(/^\+/, ''))
  return value >= MIN_INTEGER && value <= MAX_INTEGER
}

/** Finds the narrowest type that holds every value of a column without a change. */
export class TypeGuess {
  #type: Column['type'] | null = null

  /** A field of a CSV: written as text, whatever it is. */
  addField(field: string): void {
    if (this.#type === 'text' || field === '') return
    if (INTEGER.test(field)) this.#widen(fitsInteger(field) ? 'integer' : 'text')
    else this.#widen(REAL.test(field) ? 'real' : 'text')
  }

  /** A value that has a type of its own. */
  addValue(value: string | number | bigint | null): void {
    if (value === null || this.#type === 'text') return
    if (typeof value === 'string') this.#widen('text')
    else this.#widen(typeof value === 'bigint' || Number.isInteger(value) ? 'integer' : 'real')
  }

  /** A column without any value is text. */
  get type(): Column['type'] {
    return this.#type ?? 'text'
  }

  #widen(type: Column['type']): void {
    if (this.#type === null || type === 'text') this.#type = type
    else if (this.#type === 'integer') this.#type = type
  }
}
