import { numberOf, stringifyJson } from '../../../rpc/json.ts'
import type { JsonAnswer, JsonAsk } from '../protocol.ts'
import { cutText } from './cut.ts'
import type { Document } from './locate.ts'

const KEYS_NAMED = 20

/** The values that a path selects: one JSON value per line; a string that is the only one as its characters. */
export function answerJson(document: Document, ask: JsonAsk): JsonAnswer {
  const selected = document.select(ask.path)
  const [only] = selected
  const raw = selected.length === 1 && typeof only === 'string'
  const parts: string[] = []
  let length = 0
  let cutAt: number | null = null
  let cutOf = 0
  for (const value of selected.slice(ask.skip, ask.skip + ask.maxMatches)) {
    const whole = raw ? (value as string) : stringifyJson(value)
    const start = parts.length === 0 ? ask.start : 0
    // What does not fit goes whole into the next reply, unless it is too long for any.
    if (parts.length > 0 && length + whole.length + 1 > ask.maxChars) break
    const cut = cutText(whole, start, ask.maxChars)
    parts.push(cut.text)
    length += cut.text.length + 1
    if (cut.end < cut.total) {
      cutAt = cut.end
      cutOf = cut.total
      break
    }
  }
  return {
    text: parts.join('\n'),
    matches: parts.length,
    total: selected.length,
    raw,
    cutAt,
    cutOf,
    root: selected.length === 0 ? describe(document.value) : null,
  }
}

/** What a value is, in a few words. */
function describe(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${value.length} items`
  if (value === null) return 'null'
  if (typeof value !== 'object' || numberOf(value) !== null)
    return `a ${typeof value === 'object' ? 'number' : typeof value}`
  const keys = Object.keys(value)
  const named = keys.slice(0, KEYS_NAMED).map((key) => JSON.stringify(key))
  const more = keys.length > KEYS_NAMED ? ` and ${keys.length - KEYS_NAMED} more` : ''
  return keys.length === 0 ? 'an empty object' : `an object with the keys ${named.join(', ')}${more}`
}
