import { Counts } from './counts.ts'
import type { Doc, Rendered } from './doc.ts'
import { excerpt } from './excerpt.ts'
import { fitLines, type Line } from './fit.ts'
import {
  eachLine,
  firstLines,
  lastLines,
  lookedAt,
  quoteLine,
  sampleLines,
  type SourceLine,
} from './lines.ts'

const SAMPLED = 60
const HEADER_WITHIN = 8
const LONGEST = 1_000

/** A table of blank-separated columns under a header, as `docker ps`, `kubectl get`, `pip list` and `dpkg -l` print. */
export interface Table {
  readonly header: SourceLine
  /** UTF-16 offset of each column in a line. */
  readonly columns: readonly number[]
}

/** The header that the columns of nearly all lines below agree with; null where there is none. */
export function detectTable(doc: Doc): Table | null {
  const lines = sampleLines(doc, SAMPLED)
  for (const [index, header] of lines.slice(0, HEADER_WITHIN).entries()) {
    if (header.text.length > LONGEST) continue
    const columns = [...header.text.matchAll(/\S+(?: \S+)*/g)].map((match) => match.index)
    const below = lines.slice(index + 1).filter(({ text }) => text.trim() !== '' && !isRule(text))
    if (columns.length < 2 || below.length < 4 || !NAMES.test(header.text)) continue
    // A column begins after a blank in every row and is not blank in most.
    const fits = columns.slice(1).every((column) => {
      const starting = below.filter(
        ({ text }) => text.length <= column || (text[column - 1] === ' ' && text[column] !== ' '),
      )
      return starting.length >= 0.9 * below.length
    })
    const filled =
      below.filter(({ text }) => text.length > (columns.at(-1) ?? 0)).length >= 0.5 * below.length
    if (fits && filled) return { header, columns }
  }
  return null
}

/** Short names from the first character on, none of them a sentence. */
const NAMES = /^(?:[|+*]+[/\w]* |[A-Za-z#][^\s,.;]{0,24}(?: [^\s,.;]{1,24}){0,2}(?:\s{2,}|\s*$))[^,;]*$/

const isRule = (text: string) => /^[\s=+|/-]+$/.test(text)

/** The header, the number of rows, columns with few values counted, the first rows and the last. */
export function previewTable(doc: Doc, { header, columns }: Table, tokens: number): Rendered {
  const values = columns.map(() => new Counts(40))
  let rows = 0
  eachLine(doc, ({ text, number }) => {
    if (number <= header.number || text.trim() === '' || isRule(text)) return
    rows++
    for (const [index, column] of columns.entries()) {
      values[index]?.add(excerpt(text.slice(column, columns[index + 1]).trim(), 40) || 'empty')
    }
  })
  const names = columns.map((column, index) => header.text.slice(column, columns[index + 1]).trim())
  const tallies = values.flatMap((counts, index) =>
    counts.others === 0 && counts.size <= Math.min(12, rows / 3)
      ? [{ text: `${names[index]}: ${counts.describe(8)}`, rank: 3 + index }]
      : [],
  )
  const first = firstLines(doc, header.number + 6)
    .slice(header.number)
    .filter(({ text }) => !isRule(text))
  const lines: Line[] = [
    { text: `Table of ${rows} rows × ${columns.length} columns${lookedAt(doc)}`, rank: 0 },
    quoteLine(header, 1),
    ...tallies,
    ...first.map((line, i) => quoteLine(line, 2 + 3 * i)),
    ...lastLines(doc, 2).map((line, i) => quoteLine(line, 6 - 3 * i)),
  ]
  return {
    ...fitLines(lines, tokens),
    next: { mode: 'lines', start: header.number + 7, end: header.number + 67 },
  }
}
