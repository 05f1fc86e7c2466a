import type { Doc } from './doc.ts'
import type { Line } from './fit.ts'
import { type Level, levelOf } from './log-level.ts'
import { sortOf } from './log-line.ts'
import { countChars } from './spans.ts'
import { startOfCharacter } from './tokens.ts'

/** One line of a doc's `head` or `tail`. */
export interface SourceLine {
  readonly from: 'head' | 'tail'
  /** From 1, in the whole content. */
  readonly number: number
  /** UTF-16 offset of its first character. */
  readonly start: number
  /** Without its line break and without the escape sequences that colour it in a terminal. */
  readonly text: string
  /** Whether `text` is what stands in the document, no escape sequence taken out. */
  readonly verbatim: boolean
}

const ESCAPE = '\u001B'
// oxlint-disable-next-line no-control-regex -- escape sequences begin with a control character
const ESCAPE_SEQUENCES = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)|[@-_])/g

function lineAt(
  source: string,
  from: SourceLine['from'],
  number: number,
  start: number,
  end: number,
): SourceLine {
  const raw = source.slice(start, source.charCodeAt(end - 1) === 13 && end > start ? end - 1 : end)
  const verbatim = !raw.includes(ESCAPE)
  return { from, number, start, text: verbatim ? raw : raw.replace(ESCAPE_SEQUENCES, ''), verbatim }
}

/**
 * Goes through the lines of the head by where they stand: most lines of a long text are only counted, and to make a string of
 * each takes longer than that. Of a text that is not whole, the last piece may be half a line.
 */
export class LineCursor {
  readonly #head: string
  readonly #coloured: boolean
  #line: SourceLine | null = null
  #next = 0
  number = 0
  /** UTF-16 offsets of the line in the head, without its `\n`. */
  start = 0
  end = 0

  constructor({ head }: Doc) {
    this.#head = head
    this.#coloured = head.includes(ESCAPE)
  }

  /** Goes to the next line; false where there is none. */
  advance(): boolean {
    if (this.#next >= this.#head.length) return false
    this.start = this.#next
    const lineBreak = this.#head.indexOf('\n', this.start)
    this.end = lineBreak < 0 ? this.#head.length : lineBreak
    this.#next = this.end + 1
    this.number++
    this.#line = null
    return true
  }

  get line(): SourceLine {
    return (this.#line ??= lineAt(this.#head, 'head', this.number, this.start, this.end))
  }

  /** The same number for lines of one sort, see `sortOf`. */
  get sort(): number {
    return this.#coloured ? sortOf(this.line.text) : sortOf(this.#head, this.start, this.end)
  }

  /** The level that the line names, see `levelOf`. */
  get level(): Level | null {
    return this.#coloured ? levelOf(this.line.text) : levelOf(this.#head, this.start, this.end)
  }
}

/** Calls `look` for each line of the head. */
export function eachLine(doc: Doc, look: (line: SourceLine) => void): void {
  for (const cursor = new LineCursor(doc); cursor.advance();) look(cursor.line)
}

/** The first `count` lines, read no further than needed. */
export function firstLines(doc: Doc, count: number): SourceLine[] {
  const lines: SourceLine[] = []
  const { head } = doc
  for (let start = 0; start < head.length && lines.length < count;) {
    const lineBreak = head.indexOf('\n', start)
    const end = lineBreak < 0 ? head.length : lineBreak
    lines.push(lineAt(head, 'head', lines.length + 1, start, end))
    start = end + 1
  }
  return lines
}

/** The first lines for recognising a kind, long ones cut: some patterns take long on a long line. */
export function sampleLines(doc: Doc, count: number): SourceLine[] {
  const { lines, asked } = samples.get(doc) ?? { lines: [], asked: 0 }
  if (asked >= count) return lines.slice(0, count)
  const taken = firstLines(doc, count).map((line) =>
    line.text.length > LONGEST_SAMPLE ? { ...line, text: line.text.slice(0, LONGEST_SAMPLE) } : line,
  )
  samples.set(doc, { lines: taken, asked: count })
  return taken
}

const LONGEST_SAMPLE = 600
/** A dozen kinds look at the same first lines, one after the other. */
const samples = new WeakMap<Doc, { readonly lines: SourceLine[]; readonly asked: number }>()

/** The last `count` lines of the whole content. */
export function lastLines(doc: Doc, count: number): SourceLine[] {
  const from = doc.whole ? 'head' : 'tail'
  const source = doc[from]
  const lines: SourceLine[] = []
  let number = doc.sizes.lines ?? 0
  for (
    let end = source.endsWith('\n') ? source.length - 1 : source.length;
    end > 0 && lines.length < count;
    number--
  ) {
    const start = source.lastIndexOf('\n', end - 1) + 1
    // The first piece of a tail may be half a line.
    if (start === 0 && !doc.whole) break
    lines.push(lineAt(source, from, number, start, end))
    end = start - 1
  }
  return lines.reverse()
}

/** A line as it is, behind its number; long ones are cut. */
export function quoteLine(
  { from, number, start, text, verbatim }: SourceLine,
  rank: number,
  limit = 160,
): Line {
  const length = text.length > limit ? startOfCharacter(text, limit) : text.length
  return {
    text: `${number}: ${text.slice(0, length)}${length < text.length ? '…' : ''}`,
    rank,
    quotes: number,
    shown: verbatim ? [{ from, start, end: start + length }] : [],
  }
}

/**
 * The first and the last lines, for what room is left: the last one before the first, then ever further from the ends.
 * They are in the order of the document, so callers put the two lists where they belong.
 */
export function endLines(
  doc: Doc,
  { first, last, rank, limit = 120 }: { first: number; last: number; rank: number; limit?: number },
): { beginning: Line[]; end: Line[] } {
  const says = ({ text }: SourceLine) => /[\p{L}\p{N}]/u.test(text)
  const beginning = firstLines(doc, 3 * first)
    .filter(says)
    .slice(0, first)
  const ending = lastLines(doc, 3 * last)
    .filter(says)
    .slice(-last)
  return {
    beginning: beginning.map((line, i) => quoteLine(line, rank + 0.5 + i, limit)),
    end: ending.map((line, i) => quoteLine(line, rank + ending.length - 1 - i, limit)),
  }
}

/** Says how far a scan looked where it could not see all: never a part as if it were the whole. */
export function lookedAt(doc: Doc): string {
  return doc.whole ? '' : ` (in the first ${countChars(doc.head)} of ${doc.sizes.chars} characters)`
}
