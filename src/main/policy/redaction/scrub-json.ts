import { numberOf, parseJson, stringifyJson } from '../../rpc/json.ts'
import { isRecord } from '../payload.ts'
import type { RedactionPattern } from './patterns.ts'
import { type Counts, scrubWhole } from './scrub.ts'

/**
 * Redacts JSON: each string as what it says, then the whole as it is written, for patterns that see keys and values together. Where
 * the writing is no JSON any more after that, nothing of it is kept but the names of what matched.
 */
export function scrubJson(
  json: string,
  patterns: readonly RedactionPattern[],
): { json: string; counts: Counts } {
  const counts: Counts = {}
  const count = (more: Counts) => {
    for (const [name, n] of Object.entries(more)) counts[name] = (counts[name] ?? 0) + n
  }
  const inStrings = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const { text, counts: found } = scrubWhole(value, patterns)
      count(found)
      return text
    }
    if (Array.isArray(value)) return value.map(inStrings)
    if (!isRecord(value) || numberOf(value) !== null) return value
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inStrings(member)]))
  }
  const { text, counts: found } = scrubWhole(stringifyJson(inStrings(parseJson(json))), patterns)
  count(found)
  return { json: isJson(text) ? text : JSON.stringify(`[redacted:${Object.keys(found).join(',')}]`), counts }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    // That is the answer.
    return false
  }
}
