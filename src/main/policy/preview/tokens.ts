import { countO200k } from '../../tokenizer/o200k.ts'

/** The tokenizer's time grows with the square of a run of one class, so longer runs are cut. */
const LONGEST_RUN = 200
/** UTF-16 units that are counted at once, up to the next line break or to twice as many. */
const SEGMENT = 1_024
/** A search for the place where a budget is spent ends this close to it. */
const CLOSE_ENOUGH = 2

/** How many o200k tokens `text` has; where a long run or line had to be cut, a token or so more for each cut. */
export function countTokens(text: string): number {
  let count = 0
  for (const segment of segments(text)) count += cost(segment)
  return count
}

/** How much of the start of `text`, in UTF-16 units, `budget` tokens hold; never half a character. */
export function headWithin(text: string, budget: number): number {
  let left = budget
  let end = 0
  for (const segment of segments(text)) {
    const tokens = cost(segment)
    if (tokens > left) {
      return (
        end +
        spend(segment.text, tokens, left, (length) =>
          segment.text.slice(0, wholeCharacters(segment.text, length)),
        )
      )
    }
    left -= tokens
    end += segment.text.length
  }
  return end
}

/** Where the end of `text` that `budget` tokens hold starts, in UTF-16 units; never half a character. */
export function tailWithin(text: string, budget: number): number {
  // Few texts have 16 characters a token, and then a shorter tail does no harm.
  const windowStart = startOfCharacter(text, Math.max(0, text.length - budget * 16))
  let left = budget
  let start = text.length
  for (const segment of [...segments(text.slice(windowStart))].reverse()) {
    const tokens = cost(segment)
    if (tokens > left) {
      const { text: piece } = segment
      return (
        start -
        spend(piece, tokens, left, (length) => piece.slice(startOfCharacter(piece, piece.length - length)))
      )
    }
    left -= tokens
    start -= segment.text.length
  }
  return start
}

/** How many code points `text` has between two UTF-16 offsets. */
export function countChars(text: string, start = 0, end = text.length): number {
  let pairs = 0
  for (let i = start; i < end; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xdc00) pairs++
  return end - start - pairs
}

/** Moves an offset that lies inside a surrogate pair to the end of the pair. */
export function startOfCharacter(text: string, offset: number): number {
  return isLow(text.charCodeAt(offset)) && isHigh(text.charCodeAt(offset - 1)) ? offset + 1 : offset
}

/** Moves an offset that lies inside a surrogate pair to the start of the pair. */
function wholeCharacters(text: string, offset: number): number {
  return isLow(text.charCodeAt(offset)) && isHigh(text.charCodeAt(offset - 1)) ? offset - 1 : offset
}

/**
 * The length of about the longest cut of `text` that costs at most `budget`, by trying lengths in proportion: three or
 * four counts.
 */
function spend(text: string, tokens: number, budget: number, cut: (length: number) => string): number {
  let fits = { length: 0, tokens: 0 }
  let exceeds = { length: text.length, tokens }
  while (budget - fits.tokens > CLOSE_ENOUGH && exceeds.length - fits.length > 1) {
    const share = (budget - fits.tokens) / (exceeds.tokens - fits.tokens)
    const step = Math.floor(share * (exceeds.length - fits.length))
    const length = fits.length + Math.min(Math.max(step, 1), exceeds.length - fits.length - 1)
    const counted = countO200k(cut(length))
    if (counted <= budget) fits = { length, tokens: counted }
    else exceeds = { length, tokens: counted }
  }
  return cut(fits.length).length
}

interface Segment {
  readonly text: string
  /** What a cut inside a run may add to the count of the whole. */
  readonly margin: number
}

const cost = ({ text, margin }: Segment) => countO200k(text) + margin

function* segments(text: string): Generator<Segment> {
  let start = 0
  let run = 0
  let runClass = -1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const kind = runClassOf(code)
    run = kind === runClass ? run + 1 : 1
    runClass = kind
    const cut = run > LONGEST_RUN || at - start >= 2 * SEGMENT
    const full = at - start >= SEGMENT && code === 10
    if ((cut || full) && !isLow(text.charCodeAt(at + 1))) {
      yield { text: text.slice(start, at + 1), margin: cut ? 1 : 0 }
      start = at + 1
      run = 0
    }
  }
  if (start < text.length) yield { text: text.slice(start), margin: 0 }
}

/** Blanks, digits, letters, signs: the tokenizer never merges across these. */
function runClassOf(code: number): number {
  if (code <= 32) return 0
  if (code >= 48 && code <= 57) return 1
  const lower = code | 32
  return (lower >= 97 && lower <= 122) || code >= 128 ? 2 : 3
}

const isHigh = (code: number) => (code & 0xfc00) === 0xd800
const isLow = (code: number) => (code & 0xfc00) === 0xdc00
