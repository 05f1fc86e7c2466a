import type { Block, Position } from './blocks.ts'
import { type Finder, finderFor } from './finder.ts'

export interface GrepQuery {
  readonly pattern: string
  readonly ignoreCase: boolean
  /** Lines shown before and after each match. */
  readonly context: number
  /** Matching lines to give back; the rest are only counted. */
  readonly maxMatches: number
  /** Matching lines to pass over first: where a cursor goes on. */
  readonly skip: number
  /** Longer lines are cut around their match. */
  readonly maxLineChars: number
  /** What all of the given lines may come to. */
  readonly maxChars: number
}

export interface GrepLine {
  /** From 1. */
  readonly line: number
  /** Where `text` begins in the content, in code points. */
  readonly char: number
  readonly text: string
  /** The length of `text` in code points. */
  readonly chars: number
  readonly match: boolean
  /** The line is longer than `text`: this is the part around the match. */
  readonly cut: boolean
}

export interface GrepResult {
  readonly lines: readonly GrepLine[]
  /** Matching lines given back. */
  readonly given: number
  /** Matching lines in the whole content. */
  readonly total: number
}

/** A line of a block, not counted out yet: most lines are never shown. */
interface Line {
  readonly place: Place
  readonly start: number
  readonly end: number
}

/** Searches a content that comes in blocks. Feed every block in order, then ask for the `result`. */
export class Grep {
  readonly #query: GrepQuery
  readonly #finder: Finder
  readonly #lines: GrepLine[] = []
  #before: Line[] = []
  #afterLeft = 0
  #given = 0
  #total = 0
  #chars = 0
  #full = false

  constructor(query: GrepQuery) {
    this.#query = query
    this.#finder = finderFor(query.pattern, query.ignoreCase)
  }

  push(block: Block): void {
    const { text } = block
    const place = new Place(block)
    const next = this.#finder.search(text)
    for (let at = 0; at < text.length;) {
      const match = next(at)
      const start = match ? lineStart(text, match.at) : text.length
      this.#pass(place, at, start)
      if (!match) return
      const end = lineEnd(text, match.at)
      this.#matched({ place, start, end }, match.at - start, match.length)
      at = end + 1
    }
  }

  result(): GrepResult {
    return { lines: this.#lines, given: this.#given, total: this.#total }
  }

  /** Goes over lines that do not match; only those that are context are looked at. */
  #pass(place: Place, from: number, to: number): void {
    const { text } = place.block
    let at = from
    while (at < to && this.#afterLeft > 0) {
      const end = lineEnd(text, at)
      this.#afterLeft--
      this.#add(this.#shown({ place, start: at, end }))
      at = end + 1
    }
    const { context } = this.#query
    if (context === 0 || this.#full || at >= to) return
    const first = startOfLastLines(text, at, to, context)
    if (first > at) this.#before = []
    for (let start = first; start < to;) {
      const end = lineEnd(text, start)
      this.#before.push({ place, start, end })
      start = end + 1
    }
    this.#before = this.#before.slice(-context)
  }

  #matched(line: Line, at: number, length: number): void {
    this.#total++
    if (this.#full) return
    const { skip, maxMatches, maxLineChars, maxChars, context } = this.#query
    if (this.#total <= skip) {
      // Passed over as a match, it can still be context of the first that is shown.
      if (context > 0) this.#before = [...this.#before, line].slice(-context)
      return
    }
    if (this.#given >= maxMatches) return this.#fill()
    const cost = [...this.#before, line].reduce(
      (sum, { start, end }) => sum + Math.min(end - start, maxLineChars),
      0,
    )
    if (this.#given > 0 && this.#chars + cost > maxChars) return this.#fill()
    for (const one of this.#before) this.#add(this.#shown(one))
    this.#before = []
    this.#add(this.#shown(line, { at, length }))
    this.#given++
    this.#afterLeft = context
  }

  /** Nothing more is shown; the rest is only counted. */
  #fill(): void {
    this.#full = true
    this.#afterLeft = 0
    this.#before = []
  }

  #add(line: GrepLine): void {
    this.#lines.push(line)
    this.#chars += line.text.length
  }

  #shown({ place, start, end }: Line, match: { at: number; length: number } | null = null): GrepLine {
    const { line, char } = place.of(start)
    const whole = place.block.text.slice(start, end)
    const { maxLineChars } = this.#query
    const shown = { line, match: match !== null }
    if (whole.length <= maxLineChars)
      return { ...shown, char, text: whole, chars: countCodePoints(whole, 0, whole.length), cut: false }
    const { at, length } = match ?? { at: 0, length: 0 }
    const spare = Math.max(0, maxLineChars - length)
    const wanted = Math.max(0, Math.min(at - Math.floor(spare / 2), whole.length - maxLineChars))
    const from = wholeFrom(whole, wanted)
    const text = whole.slice(from, wholeFrom(whole, from + maxLineChars))
    const chars = countCodePoints(text, 0, text.length)
    return { ...shown, char: char + countCodePoints(whole, 0, from), text, chars, cut: true }
  }
}

/** Where the lines of a block lie in the content. Counts forward only, and no further than the last line that is shown. */
class Place {
  readonly block: Block
  #at = 0
  #known: Position | null = null

  constructor(block: Block) {
    this.block = block
  }

  /** @param at not before any asked for earlier */
  of(at: number): Position {
    const { text } = this.block
    let { line, char } = this.#known ?? this.block.start
    for (let newline = text.indexOf('\n', this.#at); newline !== -1 && newline < at;) {
      line++
      newline = text.indexOf('\n', newline + 1)
    }
    char += countCodePoints(text, this.#at, at)
    this.#at = at
    this.#known = { line, char }
    return this.#known
  }
}

const lineStart = (block: string, at: number) => (at === 0 ? 0 : block.lastIndexOf('\n', at - 1) + 1)

function lineEnd(block: string, at: number): number {
  const end = block.indexOf('\n', at)
  return end === -1 ? block.length : end
}

/** Where the last `count` whole lines before `to` begin, never before `from`. */
function startOfLastLines(block: string, from: number, to: number, count: number): number {
  let at = to
  for (let i = 0; i < count && at > from; i++) at = lineStart(block, at - 1)
  return Math.max(from, at)
}

/** Moves a cut off the middle of a surrogate pair. */
function wholeFrom(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at
}

function countCodePoints(text: string, from: number, to: number): number {
  let count = to - from
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0xd800 && unit <= 0xdbff) count--
  }
  return count
}
