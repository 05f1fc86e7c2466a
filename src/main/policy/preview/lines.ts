import type { Utf8Text } from '../text/utf8-text.ts'
import type { Doc } from './doc.ts'
import type { Line } from './fit.ts'
import { type Level, levelOf } from './log-level.ts'
import { sortOf } from './log-line.ts'
import { startOfCharacter } from './tokens.ts'

/** One line of a doc's `head` or `tail`. */
export interface SourceLine {
  readonly from: 'head' | 'tail'
  /** From 1, in the whole content. */
  readonly number: number
  /** Byte offset of its first character. */
  readonly start: number
  /** Without its line break and without the escape sequences that colour it in a terminal. */
  readonly text: string
  /** Whether `text` is what stands in the document, no escape sequence taken out. */
  readonly verbatim: boolean
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const BLANK = 0x20
const NOT_ASCII = 0x80
const ESCAPE = '\u001B'
// oxlint-disable-next-line no-control-regex -- escape sequences begin with a control character
const ESCAPE_SEQUENCES = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)|[@-_])/g

interface Place {
  readonly from: SourceLine['from']
  readonly number: number
  readonly start: number
}

/** @param raw without its `\n` */
function sourceLine(raw: string, { from, number, start }: Place, hasEscapes: boolean): SourceLine {
  const line = raw.charCodeAt(raw.length - 1) === CARRIAGE_RETURN ? raw.slice(0, -1) : raw
  const verbatim = !hasEscapes || !line.includes(ESCAPE)
  return { from, number, start, text: verbatim ? line : line.replace(ESCAPE_SEQUENCES, ''), verbatim }
}

/**
 * Goes through the lines of the head by where they stand: most lines of a long text are only counted, and to make a string of
 * each takes longer than that. Of a text that is not whole, the last piece may be half a line.
 */
export class LineCursor {
  readonly #head: Utf8Text
  #line: SourceLine | null = null
  #next = 0
  number = 0
  /** Byte offsets of the line in the head, without its `\n`. */
  start = 0
  end = 0

  constructor({ head }: Doc) {
    this.#head = head
  }

  /** Goes to the next line; false where there is none. */
  advance(): boolean {
    const { length } = this.#head.bytes
    if (this.#next >= length) return false
    this.start = this.#next
    const lineBreak = this.#head.endOfLine(this.number, this.start)
    this.end = lineBreak < 0 ? length : lineBreak
    this.#next = this.end + 1
    this.number++
    this.#line = null
    return true
  }

  get line(): SourceLine {
    return (this.#line ??= lineAt(
      this.#head,
      { from: 'head', number: this.number, start: this.start },
      this.end,
    ))
  }

  /** Whether the line is empty or begins with a blank. */
  get isIndented(): boolean {
    const first = this.#head.bytes[this.start] ?? 0
    const isPlain = first > BLANK && first < NOT_ASCII
    return this.start === this.end || (!isPlain && /^\s|^$/.test(this.line.text))
  }

  /** The same number for lines of one sort, see `sortOf`. */
  get sort(): number {
    return this.#head.hasEscapes
      ? sortOf(Buffer.from(this.line.text))
      : sortOf(this.#head.bytes, this.start, this.end)
  }

  /** The level that the line names, see `levelOf`. */
  get level(): Level | null {
    return this.#head.hasEscapes
      ? levelOf(Buffer.from(this.line.text))
      : levelOf(this.#head.bytes, this.start, this.end)
  }
}

function lineAt(source: Utf8Text, place: Place, end: number): SourceLine {
  return sourceLine(source.slice(place.start, end), place, source.hasEscapes)
}

/** So many bytes are made a string at once: one for each line takes three times as long. */
const WINDOW = 16 * 1024

/** The lines of a doc's head, one window after the other. */
class LineReader {
  readonly #head: Utf8Text
  #number = 1
  #start = 0

  constructor({ head }: Doc) {
    this.#head = head
  }

  /** Calls `look` for the lines of the next window; false where there is none. */
  read(look: (line: SourceLine) => void): boolean {
    const { bytes, hasEscapes } = this.#head
    if (this.#start >= bytes.length) return false
    const windowEnd = endOfWindow(bytes, this.#start)
    const window = this.#head.slice(this.#start, windowEnd)
    const isAscii = window.length === windowEnd - this.#start
    for (let from = 0; from < window.length;) {
      const lineBreak = window.indexOf('\n', from)
      const end = lineBreak < 0 ? window.length : lineBreak
      const raw = window.slice(from, end)
      const line = sourceLine(raw, { from: 'head', number: this.#number, start: this.#start }, hasEscapes)
      this.#number++
      this.#start += (isAscii ? raw.length : Buffer.byteLength(raw)) + 1
      from = end + 1
      look(line)
    }
    return true
  }
}

/** After the last line break within a window's length; after the next one where that is none. */
function endOfWindow(bytes: Buffer, start: number): number {
  if (bytes.length - start <= WINDOW) return bytes.length
  const last = bytes.lastIndexOf(LINE_FEED, start + WINDOW - 1)
  const end = last >= start ? last : bytes.indexOf(LINE_FEED, start + WINDOW)
  return end < 0 ? bytes.length : end + 1
}

/** Calls `look` for each line of the head. */
export function eachLine(doc: Doc, look: (line: SourceLine) => void): void {
  const reader = new LineReader(doc)
  while (reader.read(look));
}

/** The lines that were read of a doc's beginning: a dozen kinds look at them, one after the other. */
class Beginning {
  readonly #reader: LineReader
  readonly #lines: SourceLine[] = []
  readonly #samples: SourceLine[] = []

  constructor(doc: Doc) {
    this.#reader = new LineReader(doc)
  }

  lines(count: number): SourceLine[] {
    this.#read(count)
    return this.#lines.slice(0, count)
  }

  samples(count: number): SourceLine[] {
    this.#read(count)
    for (let i = this.#samples.length; i < Math.min(count, this.#lines.length); i++)
      this.#samples.push(sampleOf(this.#lines[i] as SourceLine))
    return this.#samples.slice(0, count)
  }

  #read(count: number): void {
    while (this.#lines.length < count && this.#reader.read((line) => this.#lines.push(line)));
  }
}

const LONGEST_SAMPLE = 600

const sampleOf = (line: SourceLine): SourceLine =>
  line.text.length > LONGEST_SAMPLE ? { ...line, text: line.text.slice(0, LONGEST_SAMPLE) } : line

const beginnings = new WeakMap<Doc, Beginning>()

function beginningOf(doc: Doc): Beginning {
  const known = beginnings.get(doc) ?? new Beginning(doc)
  beginnings.set(doc, known)
  return known
}

/** The first `count` lines, read no further than needed. */
export function firstLines(doc: Doc, count: number): SourceLine[] {
  return beginningOf(doc).lines(count)
}

/** The first lines for recognising a kind, long ones cut: some patterns take long on a long line. */
export function sampleLines(doc: Doc, count: number): SourceLine[] {
  return beginningOf(doc).samples(count)
}

/** The lines of the whole content from the last one on, as far up as the doc holds them. */
export function* linesUpwards(doc: Doc): Generator<SourceLine> {
  const from = doc.whole ? 'head' : 'tail'
  const source = doc[from]
  const { bytes } = source
  let number = doc.sizes.lines ?? 0
  for (let end = bytes.at(-1) === LINE_FEED ? bytes.length - 1 : bytes.length; end > 0; number--) {
    const start = bytes.lastIndexOf(LINE_FEED, end - 1) + 1
    // The first piece of a tail may be half a line.
    if (start === 0 && !doc.whole) return
    yield lineAt(source, { from, number, start }, end)
    end = start - 1
  }
}

/** The last `count` lines of the whole content. */
export function lastLines(doc: Doc, count: number): SourceLine[] {
  return [...linesUpwards(doc).take(count)].reverse()
}

/** A line as it is, behind its number; long ones are cut. */
export function quoteLine(
  { from, number, start, text, verbatim }: SourceLine,
  rank: number,
  limit = 160,
): Line {
  const quote = text.length > limit ? text.slice(0, startOfCharacter(text, limit)) : text
  return {
    text: `${number}: ${quote}${quote.length < text.length ? '…' : ''}`,
    rank,
    quotes: number,
    shown: verbatim ? [{ from, start, end: start + Buffer.byteLength(quote) }] : [],
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
  return doc.whole ? '' : ` (in the first ${doc.head.countChars()} of ${doc.sizes.chars} characters)`
}
