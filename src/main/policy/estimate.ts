/** Text up to this length is looked at whole; longer text is sampled. In UTF-16 units, or in what a text counts its own length in. */
const WHOLE = 16_384
const WINDOWS = 16
const WINDOW = 1_024

const SPACE = 0
const LETTER = 1
const DIGIT = 2
const SIGN = 3
const WIDE = 4
type CharacterClass = typeof SPACE | typeof LETTER | typeof DIGIT | typeof SIGN | typeof WIDE

/** A string, or a text of which a string is made where it is looked at: see `Utf8Text`. */
export interface Sliceable {
  readonly length: number
  slice(start: number, end?: number): string
}

/**
 * About how many o200k tokens `text` has, from the classes of its characters: usually within a fifth for prose, code,
 * logs and JSON. Takes a fraction of a millisecond for any length, because at most 16 windows of 1 KiB are looked at.
 * Not for budgets (those are counted exactly), only for deciding what is worth its price.
 * @param enough where it turns out that there are so many, no more of the text is looked at, and the result is at least that
 */
export function estimateTokens(text: Sliceable, enough = Infinity): number {
  if (text.length <= WHOLE) return Math.ceil(tokensIn(text.slice(0)))
  const stride = (text.length - WINDOW) / (WINDOWS - 1)
  let tokens = 0
  for (let i = 0; i < WINDOWS && tokens < enough; i++) {
    const start = Math.floor(i * stride)
    tokens += (tokensIn(text.slice(start, start + WINDOW)) * text.length) / (WINDOWS * WINDOW)
  }
  return Math.ceil(tokens)
}

/** Sums over runs of one class, as the tokenizer's own pattern splits text into words, numbers, signs and blanks. */
function tokensIn(text: string): number {
  const to = text.length
  let tokens = 0
  let at = 0
  while (at < to) {
    const first = text.charCodeAt(at)
    const kind = classOf(first)
    let end = at + 1
    let distinct = 1
    let wide = kind === WIDE ? wideCost(first) : 0
    let previous = first
    while (end < to) {
      const code = text.charCodeAt(end)
      if (classOf(code) !== kind) break
      // `camelCase` is two words.
      if (kind === LETTER && code <= 90 && code >= 65 && previous >= 97) break
      if (code !== previous) distinct++
      if (kind === WIDE) wide += wideCost(code)
      previous = code
      end++
    }
    tokens += runCost(kind, end - at, distinct, wide)
    at = end
  }
  return tokens
}

function runCost(kind: CharacterClass, length: number, distinct: number, wide: number): number {
  if (kind === WIDE) return wide
  if (kind === DIGIT) return Math.ceil(length / 3)
  // A single blank is part of the word after it; longer ones are one token each, up to 128 characters.
  if (kind === SPACE) return length === 1 ? 0.15 : Math.ceil(length / 128)
  if (distinct === 1 && length >= 4)
    return kind === LETTER ? Math.max(1, length / 8) : Math.max(1, length / 64)
  if (kind === SIGN) return length <= 2 ? 0.9 : length * 0.45
  return length <= 5 ? 1 : 1 + (length - 5) * 0.16
}

function classOf(code: number): CharacterClass {
  if (code >= 0x250) return WIDE
  if (code <= 32) return SPACE
  if (code >= 48 && code <= 57) return DIGIT
  const lower = code | 32
  if ((lower >= 97 && lower <= 122) || code >= 0xc0) return LETTER
  return SIGN
}

/** Tokens of one UTF-16 unit beyond Latin; half of an astral character is one unit. */
function wideCost(code: number): number {
  if (code < 0x0600) return 0.35
  if (code < 0x2000) return 0.6
  if (code < 0x3000) return 1
  if (code < 0x3400) return 0.75
  if (code < 0xa000) return 0.85
  if (code < 0xd800) return 0.7
  return 1.3
}
