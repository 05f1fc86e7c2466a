import { countO200k } from '../../tokenizer/o200k.ts'

/** The tokenizer's time grows with the square of a run of one character class; beyond this it would hold everyone up. */
const LONGEST_RUN = 4_000
const PIECE = 2_000

export interface TokenCount {
  readonly tokens: number
  readonly exact: boolean
}

/** UTF-16 units that are counted at once: about a millisecond's work. */
export const PORTION = 4_096

/**
 * Cuts a text where no token crosses, into portions that are quickly counted: after a line break that a letter or a digit
 * follows, since no token has both. A text without such a place stays whole.
 */
export function* portions(text: string): Generator<string> {
  const border = /\n(?=[A-Za-z0-9])/g
  let start = 0
  while (text.length - start > PORTION) {
    border.lastIndex = start + PORTION
    if (border.exec(text) === null) break
    yield text.slice(start, border.lastIndex)
    start = border.lastIndex
  }
  yield text.slice(start)
}

/** The o200k tokens of a text: exact, but for texts with pathologically long runs, which are counted in pieces. */
export function countText(text: string): TokenCount {
  if (!hasLongRun(text)) return { tokens: countO200k(text), exact: true }
  let tokens = 0
  for (let at = 0; at < text.length; at += PIECE) tokens += countO200k(text.slice(at, at + PIECE))
  return { tokens, exact: false }
}

/** Whether one class of characters (letters, digits, blanks, signs) goes on for longer than is wise to count. */
function hasLongRun(text: string): boolean {
  if (text.length < LONGEST_RUN) return false
  let run = 0
  let last = -1
  for (let i = 0; i < text.length; i++) {
    const kind = classOf(text.charCodeAt(i))
    run = kind === last ? run + 1 : 1
    if (run >= LONGEST_RUN) return true
    last = kind
  }
  return false
}

function classOf(unit: number): number {
  if (unit <= 32) return 0
  if (unit >= 48 && unit <= 57) return 1
  if ((unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122) || unit > 127) return 2
  return 3
}
