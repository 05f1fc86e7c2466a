import { decode, encode } from 'gpt-tokenizer/encoding/o200k_base'

/** Tool output may spell `<|endoftext|>`; to a reader that is text like any other. */
const AS_TEXT = { disallowedSpecial: new Set<string>() }
/** The tokenizer's time grows with the square of a run of one class; longer runs are cut. */
const LONGEST_RUN = 200
const SEGMENT = 2_048

/** How many o200k tokens `text` has; where a very long run had to be cut, a token or so more for each cut. */
export function countTokens(text: string): number {
  let count = 0
  for (const segment of segments(text)) count += encode(segment.text, AS_TEXT).length + segment.margin
  return count
}

/** The longest start of `text` with at most `budget` tokens, in UTF-16 units; never half a character. */
export function headWithin(text: string, budget: number): number {
  let left = budget
  let end = 0
  for (const segment of segments(text)) {
    const tokens = encode(segment.text, AS_TEXT)
    left -= tokens.length + segment.margin
    if (left < 0) return end + commonStart(segment.text, decode(tokens.slice(0, left)))
    end += segment.text.length
  }
  return end
}

/** Where the longest end of `text` with at most `budget` tokens starts, in UTF-16 units; never half a character. */
export function tailWithin(text: string, budget: number): number {
  // Few texts have 16 characters a token, and then a shorter tail does no harm.
  const windowStart = startOfCharacter(text, Math.max(0, text.length - budget * 16))
  let left = budget
  let start = text.length
  for (const segment of [...segments(text.slice(windowStart))].reverse()) {
    const tokens = encode(segment.text, AS_TEXT)
    left -= tokens.length + segment.margin
    if (left < 0) return start - commonEnd(segment.text, decode(tokens.slice(-left)))
    start -= segment.text.length
  }
  return start
}

/** Moves an offset that lies inside a surrogate pair to the end of the pair. */
export function startOfCharacter(text: string, offset: number): number {
  return isLow(text.charCodeAt(offset)) && isHigh(text.charCodeAt(offset - 1)) ? offset + 1 : offset
}

function* segments(text: string): Generator<{ text: string; margin: number }> {
  let start = 0
  let run = 0
  let runClass = -1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const kind = runClassOf(code)
    run = kind === runClass ? run + 1 : 1
    runClass = kind
    const cut = run > LONGEST_RUN
    const full = at - start >= SEGMENT && code === 10
    if ((cut || full) && !isLow(text.charCodeAt(at + 1))) {
      yield { text: text.slice(start, at + 1), margin: cut ? 1 : 0 }
      start = at + 1
      run = 0
    }
  }
  if (start < text.length) yield { text: text.slice(start), margin: 0 }
}

/** Blanks, signs, digits, letters: the tokenizer never merges across these. */
function runClassOf(code: number): number {
  if (code <= 32) return 0
  if (code >= 48 && code <= 57) return 1
  const lower = code | 32
  return (lower >= 97 && lower <= 122) || code >= 128 ? 2 : 3
}

function commonStart(text: string, decoded: string): number {
  let length = 0
  while (length < decoded.length && text.charCodeAt(length) === decoded.charCodeAt(length)) length++
  return isLow(text.charCodeAt(length)) && isHigh(text.charCodeAt(length - 1)) ? length - 1 : length
}

function commonEnd(text: string, decoded: string): number {
  let length = 0
  while (
    length < decoded.length &&
    text.charCodeAt(text.length - 1 - length) === decoded.charCodeAt(decoded.length - 1 - length)
  ) {
    length++
  }
  const start = text.length - length
  return isLow(text.charCodeAt(start)) && isHigh(text.charCodeAt(start - 1)) ? length - 1 : length
}

const isHigh = (code: number) => (code & 0xfc00) === 0xd800
const isLow = (code: number) => (code & 0xfc00) === 0xdc00
