/**
 * JSON that survives the way through us. `JSON.parse` alone turns 12345678901234567890 into
 * 12345678901234567000 and 1.0 into 1; a gateway must hand on what it was given.
 *
 * What is still not kept, because a JavaScript object cannot: white space, which escape a character was
 * written with, all but the last of equal keys, and the place of keys that look like array indices.
 */

/** The standard's shape of `JSON.rawJSON`, which TypeScript's libraries do not declare yet. */
interface RawJson {
  rawJSON(text: string): object
  isRawJSON(value: unknown): value is { readonly rawJSON: string }
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown
}
const json = JSON as unknown as RawJson

const QUOTE = 0x22
const MINUS = 0x2d
const DOT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const BACKSLASH = 0x5c
/** Shorter integers are always spelled the way JavaScript would. */
const SAFE_DIGITS = 15

const keepsSpelling = (source: string) => String(Number(source)) === source

function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1
    while (text.charCodeAt(before) === BACKSLASH) before--
    if ((quote - before) % 2 === 1) return quote
  }
  return text.length
}

/**
 * True where a number of `text` would be respelled. One pass that jumps over strings, so that a large text
 * block inside a message costs next to nothing. Malformed JSON may answer either way: the parser decides.
 */
function hasUnusualNumber(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = endOfString(text, at + 1)
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const start = at
      let plain = true
      for (; at < text.length; at++) {
        const next = text.charCodeAt(at)
        if (next >= ZERO && next <= NINE) continue
        if (next !== DOT && next !== MINUS && next !== 0x2b && next !== 0x65 && next !== 0x45) break
        plain = false
      }
      if ((!plain || at - start > SAFE_DIGITS) && !keepsSpelling(text.slice(start, at))) return true
      at--
    }
  }
  return false
}

/**
 * Parses JSON so that `stringifyJson` writes every number as it was written. A number that JavaScript would
 * respell comes back as a `JSON.rawJSON` object (see `numberOf`), all others as numbers.
 * @throws SyntaxError as `JSON.parse` does
 */
export function parseJson(text: string): unknown {
  if (!hasUnusualNumber(text)) return JSON.parse(text) as unknown
  return json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && !keepsSpelling(source)
      ? json.rawJSON(source)
      : value,
  )
}

/** The value of one JSON number as `parseJson` gives it. */
export function exactNumber(source: string): unknown {
  return keepsSpelling(source) ? Number(source) : json.rawJSON(source)
}

/** The JSON text of a value that came from `parseJson` or was made here. */
export function stringifyJson(value: unknown): string {
  return JSON.stringify(value)
}

/** The numeric value of a JSON number, also of one that `parseJson` kept as it was spelled; else null. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value
  return json.isRawJSON(value) ? Number(value.rawJSON) : null
}
