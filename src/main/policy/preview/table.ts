import { Column } from './column.ts'
import type { Doc, Rendered } from './doc.ts'
import { fitLines, spreadRanks, type Line } from './fit.ts'
import {
  eachLine,
  firstLines,
  lastLines,
  lookedAt,
  quoteLine,
  sampleLines,
  type SourceLine,
} from './lines.ts'
import { Spaced } from './spaced.ts'

const SAMPLED = 60
const HEADER_WITHIN = 8
const LONGEST = 1_000
const SAMPLES = 24

/** A table of blank-separated columns under a header, as `docker ps`, `kubectl get`, `pip list` and `dpkg -l` print. */
export interface Table {
  readonly header: SourceLine
  /** The cells of a row, or of the header. */
  readonly cellsOf: (text: string) => string[]
}

/** The header that the columns of nearly all lines below agree with; null where there is none. */
export function detectTable(doc: Doc): Table | null {
  const lines = sampleLines(doc, SAMPLED)
  for (const [index, header] of lines.slice(0, HEADER_WITHIN).entries()) {
    if (header.text.length > LONGEST) continue
    const below = lines
      .slice(index + 1)
      .flatMap(({ text }) => (text.trim() === '' || isRule(text) ? [] : [text]))
    if (below.length < 4) continue
    const cellsOf = alignedCells(header.text, below) ?? wordCells(header.text, below)
    if (cellsOf !== null) return { header, cellsOf }
  }
  return null
}

/** Cells that begin below the names of their columns. */
function alignedCells(header: string, below: readonly string[]): Table['cellsOf'] | null {
  const columns = [...header.matchAll(/\S+(?: \S+)*/g)].map((match) => match.index)
  if (columns.length < 2 || !NAMES.test(header)) return null
  // A column begins after a blank in every row and is not blank in most.
  const isColumn = (column: number) =>
    below.filter((text) => text.length <= column || (text[column - 1] === ' ' && text[column] !== ' '))
      .length >=
    0.9 * below.length
  const fits = columns.slice(1).every(isColumn)
  const filled = below.filter((text) => text.length > (columns.at(-1) ?? 0)).length >= 0.5 * below.length
  if (!fits || !filled) return null
  // A name of several words is one column, unless the rows show that a column begins within.
  const words = [...header.matchAll(/\S+/g)].map((match) => match.index)
  const starts = words.filter((word) => columns.includes(word) || isColumn(word))
  return (text) => starts.map((start, index) => text.slice(start, starts[index + 1]).trim())
}

/** Cells that are words, numbers below the ends of the names, the last one the rest of the line: `ps`, `df`. */
function wordCells(header: string, below: readonly string[]): Table['cellsOf'] | null {
  const width = header.trim().split(/\s+/).length
  if (width < FEWEST_WORDS || width > MOST_WORDS || !WORD_NAMES.test(header)) return null
  const row = new RegExp(`^\\s*${String.raw`(\S+)\s+`.repeat(width - 1)}(\\S.*)$`)
  const cellsOf = (text: string) => row.exec(text.slice(0, LONGEST))?.slice(1) ?? []
  const rows = below.map(cellsOf).filter((cells) => cells.length === width)
  const numeric = Array.from(
    { length: width },
    (_, i) => rows.filter((cells) => /^\d/.test(cells[i] ?? '')).length,
  )
  const hasNumbers = numeric.filter((count) => count >= 0.9 * rows.length).length >= 2
  return rows.length >= 0.95 * below.length && hasNumbers ? cellsOf : null
}

/** Names without a sign of a sentence or of code. */
const WORD_NAMES = /^\s*[A-Z%#][^,;:.(){}=]*$/
const FEWEST_WORDS = 4
const MOST_WORDS = 20

/** Short names from the first character on, none of them a sentence. */
const NAMES = /^(?:[|+*]+[/\w]* |[A-Za-z#][^\s,.;]{0,24}(?: [^\s,.;]{1,24}){0,2}(?:\s{2,}|\s*$))[^,;]*$/

const isRule = (text: string) => /^[\s=+|/-]+$/.test(text)

/** The header, the number of rows, what each column holds, the first rows, the last, and some between. */
export function previewTable(doc: Doc, { header, cellsOf }: Table, tokens: number): Rendered {
  const described = cellsOf(header.text).map((name) => new Column(name))
  const samples = new Spaced<SourceLine>(SAMPLES)
  let rows = 0
  eachLine(doc, (line) => {
    const { text, number } = line
    if (number <= header.number || text.trim() === '' || isRule(text)) return
    rows++
    samples.add(line)
    const cells = cellsOf(text)
    for (let i = 0; i < cells.length; i++) described[i]?.add(cells[i], number)
  })
  const first = firstLines(doc, header.number + 6)
    .slice(header.number)
    .filter(({ text }) => !isRule(text))
  const spread = spreadRanks(samples.things.length, 9)
  const lines: Line[] = [
    { text: `Table of ${rows} rows × ${described.length} columns${lookedAt(doc)}`, rank: 0 },
    tight(quoteLine(header, 1)),
    ...described.map((column, index) => ({ text: column.describe(rows), rank: 3 + index })),
    ...first.map((line, i) => tight(quoteLine(line, 2 + 8 * i))),
    ...samples.things.map((line, i) => tight(quoteLine(line, spread[i] ?? 9))),
    ...lastLines(doc, 2).map((line, i) => tight(quoteLine(line, 6 - 3 * i))),
  ]
  return {
    ...fitLines(lines, tokens),
    next: { mode: 'lines', start: header.number + 7, end: header.number + 67 },
  }
}

/** Columns need no aligning here: runs of blanks become two. What was changed is not verbatim any more. */
function tight(line: Line): Line {
  const text = line.text.replace(/ {3,}/g, '  ').trimEnd()
  return text === line.text ? line : { ...line, text, shown: [] }
}
