import { SpillwayError } from '../../../shared/errors.ts'

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

/** Meta characters of a regular expression: a pattern without any is searched as a plain string, several times faster. */
const META = /[\\^$.*+?()[\]{}|]/

/** Parts of a pattern that can match a newline: such a pattern is tried line by line, since grep never matches across lines. */
const CROSSES_LINES = /\\[sWDnrcuxpP]|\[\^|\(\?[a-z]*s/

export interface Finder {
  /** The next match at or after `from` in these whole lines, with its length; null where there is none. */
  next(text: string, from: number): { at: number; length: number } | null
}

/** @throws SpillwayError `invalid_pattern` with what is wrong with it. */
export function finderFor(pattern: string, ignoreCase: boolean): Finder {
  const inline = /^\(\?i\)/.exec(pattern)
  const source = inline ? pattern.slice(inline[0].length) : pattern
  const insensitive = ignoreCase || inline !== null
  if (source !== '' && !insensitive && !META.test(source) && !source.includes('\n'))
    return literalFinder(source)
  const flags = `gm${insensitive ? 'i' : ''}${/\\[pP]\{|\\u\{/.test(source) ? 'u' : ''}`
  const expression = compile(source, flags)
  return CROSSES_LINES.test(source) ? lineFinder(expression) : blockFinder(expression)
}

function compile(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags)
  } catch (error) {
    throw new SpillwayError(
      'invalid_pattern',
      error instanceof Error ? error.message : `Not a regular expression: ${source}`,
      'Patterns are JavaScript regular expressions; escape special characters with a backslash.',
    )
  }
}

function literalFinder(needle: string): Finder {
  return {
    next(text, from) {
      const at = text.indexOf(needle, from)
      return at === -1 ? null : { at, length: needle.length }
    },
  }
}

function blockFinder(expression: RegExp): Finder {
  return {
    next(text, from) {
      expression.lastIndex = from
      const match = expression.exec(text)
      // After the last newline there is no line, so an empty match there is none.
      if (!match || (match.index === text.length && text.endsWith('\n'))) return null
      return { at: match.index, length: match[0].length }
    },
  }
}

function lineFinder(expression: RegExp): Finder {
  return {
    next(text, from) {
      for (let start = from; start < text.length;) {
        const newline = text.indexOf('\n', start)
        const end = newline === -1 ? text.length : newline
        expression.lastIndex = 0
        const match = expression.exec(text.slice(start, end))
        if (match) return { at: start + match.index, length: match[0].length }
        start = end + 1
      }
      return null
    },
  }
}

/**
 * Searches whole lines that come in blocks. Feed every block in order, each ending after a newline except the last; then
 * ask for the `result`.
 */
export class Grep {
  readonly #query: GrepQuery
  readonly #finder: Finder
  readonly #lines: GrepLine[] = []
  #before: GrepLine[] = []
  #afterLeft = 0
  #given = 0
  #total = 0
  #chars = 0
  #full = false
  #line = 1
  #char = 0

  constructor(query: GrepQuery) {
    this.#query = query
    this.#finder = finderFor(query.pattern, query.ignoreCase)
  }

  push(block: string): void {
    let at = 0
    while (at < block.length) {
      const match = this.#finder.next(block, at)
      const start = match ? lineStart(block, match.at) : block.length
      this.#pass(block, at, start)
      if (!match) return
      const end = lineEnd(block, match.at)
      this.#matched(block.slice(start, end), match.at - start, match.length)
      this.#advance(block, start, Math.min(end + 1, block.length))
      at = end + 1
    }
  }

  result(): GrepResult {
    return { lines: this.#lines, given: this.#given, total: this.#total }
  }

  /** Goes over lines that do not match; only those that are context are looked at. */
  #pass(block: string, from: number, to: number): void {
    let at = from
    while (at < to && this.#afterLeft > 0) {
      const end = lineEnd(block, at)
      this.#afterLeft--
      this.#add(this.#shown(block.slice(at, end), 0, 0, false))
      this.#advance(block, at, Math.min(end + 1, to))
      at = end + 1
    }
    const { context } = this.#query
    if (context === 0 || this.#full) return this.#advance(block, at, to)
    const start = startOfLastLines(block, at, to, context)
    if (start > at) this.#before = []
    this.#advance(block, at, start)
    for (let line = start; line < to;) {
      const end = lineEnd(block, line)
      this.#before.push(this.#shown(block.slice(line, end), 0, 0, false))
      this.#advance(block, line, Math.min(end + 1, to))
      line = end + 1
    }
    this.#before = this.#before.slice(-context)
  }

  #matched(line: string, at: number, length: number): void {
    this.#total++
    if (this.#total <= this.#query.skip || this.#full) return
    const shown = this.#shown(line, at, length, true)
    const cost = shown.text.length + this.#before.reduce((sum, one) => sum + one.text.length, 0)
    this.#full ||=
      this.#given >= this.#query.maxMatches || (this.#given > 0 && this.#chars + cost > this.#query.maxChars)
    if (this.#full) {
      this.#afterLeft = 0
      return
    }
    for (const one of this.#before) this.#add(one)
    this.#before = []
    this.#add(shown)
    this.#given++
    this.#afterLeft = this.#query.context
  }

  #add(line: GrepLine): void {
    this.#lines.push(line)
    this.#chars += line.text.length
  }

  #shown(line: string, at: number, length: number, match: boolean): GrepLine {
    const { maxLineChars } = this.#query
    if (line.length <= maxLineChars)
      return {
        line: this.#line,
        char: this.#char,
        text: line,
        chars: countCodePoints(line, 0, line.length),
        match,
        cut: false,
      }
    const spare = Math.max(0, maxLineChars - length)
    const start = wholeFrom(
      line,
      Math.max(0, Math.min(at - Math.floor(spare / 2), line.length - maxLineChars)),
    )
    const text = line.slice(start, wholeFrom(line, start + maxLineChars))
    const chars = countCodePoints(text, 0, text.length)
    return {
      line: this.#line,
      char: this.#char + countCodePoints(line, 0, start),
      text,
      chars,
      match,
      cut: true,
    }
  }

  #advance(block: string, from: number, to: number): void {
    // Once no line will be shown any more, nobody asks where in the content a match lies.
    if (to <= from || (this.#full && this.#afterLeft === 0)) return
    for (let at = block.indexOf('\n', from); at !== -1 && at < to; at = block.indexOf('\n', at + 1))
      this.#line++
    this.#char += countCodePoints(block, from, to)
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
