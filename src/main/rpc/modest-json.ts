import { SpillwayError } from '../../shared/errors.ts'

/**
 * What a JSON body may hold besides its bytes: `[[[[…` of 32 MiB would become gigabytes, and stop everybody else for seconds while
 * it is parsed; and what nests deeper cannot be written as JSON again.
 */
const MAX_CONTAINERS = 1_000_000
const MAX_DEPTH = 1_000

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** What a text has too much of, as a `too_large`; null where it may be parsed. One pass that jumps over strings. */
export function excessIn(text: string): SpillwayError | null {
  let containers = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = endOfString(text, at + 1)
    } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      if (++containers > MAX_CONTAINERS) return tooMuch(`hold ${MAX_CONTAINERS} objects and arrays`)
      if (++depth > MAX_DEPTH) return tooMuch(`nest ${MAX_DEPTH} deep`)
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      depth--
    }
  }
  return null
}

function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1
    while (before >= start && text.charCodeAt(before) === BACKSLASH) before--
    if ((quote - before) % 2 === 1) return quote
  }
  return text.length
}

const tooMuch = (limit: string) =>
  new SpillwayError(
    'too_large',
    `A JSON body may ${limit}.`,
    'Send larger content as a raw body (application/octet-stream) to /api/v1/offload.',
  )
