import { numberOf, parseJson, stringifyJson } from '../rpc/json.ts'
import { isRecord } from './payload.ts'

/**
 * Whether `text` is JSON that says the same as `value` (parsed by `parseJson`): keys in any order, numbers by value,
 * those too large for JavaScript by spelling.
 */
export function saysTheSame(text: string, value: unknown): boolean {
  if (!/^\s*[[{"\-\dtfn]/.test(text)) return false
  try {
    return deepEqual(parseJson(text), value)
  } catch (error) {
    // Not JSON, or nested too deeply to compare: then both are kept.
    if (error instanceof SyntaxError || error instanceof RangeError) return false
    throw error
  }
}

function deepEqual(a: unknown, b: unknown): boolean {
  const number = numberOf(a)
  if (number !== null) return sameNumber(a, number, b)
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => deepEqual(item, b[i]))
  if (!isRecord(a)) return a === b
  if (!isRecord(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && deepEqual(a[key], b[key]))
  )
}

/** Above 2^53 different spellings share one value, so only an equal spelling counts. */
function sameNumber(a: unknown, value: number, b: unknown): boolean {
  if (numberOf(b) !== value) return false
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER || stringifyJson(a) === stringifyJson(b)
}
