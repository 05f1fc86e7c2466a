import { Column } from './column.ts'
import { looksLikeHeader } from './csv-header.ts'
import { isOpen, splitRecord, type Dialect } from './csv-parse.ts'
import type { Doc, Rendered } from './doc.ts'
import { fitLines, spreadRanks, type Line } from './fit.ts'
import { eachLine, firstLines, lastLines, lookedAt, quoteLine, type SourceLine } from './lines.ts'
import { Spaced } from './spaced.ts'

const NAMES = { ',': 'comma', '\t': 'tab', ';': 'semicolon', '|': 'bar' } as const
/** A record that goes on for more lines than this has a stray quote. */
const LONGEST_RECORD = 200
const MOST_COLUMNS = 200
const SAMPLES = 24

/** Columns with their types, ranges and values over all rows, the number of rows, the first rows and the last. */
export function previewCsv(doc: Doc, dialect: Dialect, tokens: number): Rendered {
  const { columns, rows, irregular, hasHeader, samples } = scan(doc, dialect)
  const header = hasHeader ? '' : ', no header'
  const odd = irregular > 0 ? `, ${irregular} rows with another number of fields` : ''
  // For the room that is left.
  const spread = spreadRanks(samples.length, 9)
  const between = samples.map((line, i) => quoteLine(line, spread[i] ?? 9))
  const lines: Line[] = [
    {
      text: `${rows} rows × ${dialect.columns} columns (${NAMES[dialect.delimiter]}-separated${header})${odd}${lookedAt(doc)}`,
      rank: 0,
    },
    ...columns.map((column, index) => ({
      text: column.describe(rows),
      rank: 2 + Math.floor(index / 8),
    })),
    ...firstLines(doc, 3).map((line, index) => quoteLine(line, 1 + 3 * index)),
    ...between,
    ...lastLines(doc, 2).map((line, index) => quoteLine(line, 4 - 2 * index)),
  ]
  return { ...fitLines(lines, tokens), next: { mode: 'sql', query: 'SELECT * FROM t LIMIT 10' } }
}

function scan(doc: Doc, { delimiter, columns: width }: Dialect) {
  const samples = new Spaced<SourceLine>(SAMPLES)
  let columns: Column[] = []
  let hasHeader = false
  let rows = 0
  let irregular = 0
  let hasComments = false
  // A comment with as many fields as the rows have says what they are called.
  let names: string[] | null = null
  let pending = ''
  let pendingLines = 0
  eachLine(doc, (line) => {
    const { text, number } = line
    if (number === 1 && text.startsWith('#')) hasComments = true
    const isComment = hasComments && pending === '' && text.startsWith('#')
    const record = pending === '' ? text : `${pending}\n${text}`
    if (!isComment && pendingLines < LONGEST_RECORD && record.includes('"') && isOpen(record)) {
      pending = record
      pendingLines++
      return
    }
    pending = ''
    pendingLines = 0
    if (record === '') return
    if (isComment) {
      const named = splitRecord(record.replace(/^#\s*/, ''), delimiter)
      if (columns.length === 0 && named.length === width) names = named
      return
    }
    const fields = splitRecord(record, delimiter)
    if (columns.length === 0) {
      const isHeader = names === null && looksLikeHeader(fields)
      hasHeader = isHeader || names !== null
      const header = isHeader ? fields : (names ?? fields.map((_, index) => `column ${index + 1}`))
      columns = header.slice(0, MOST_COLUMNS).map((name) => new Column(name.trim()))
      if (isHeader) return
    }
    rows++
    if (fields.length !== width && (delimiter !== '\t' || fields.length !== width - 1)) irregular++
    samples.add(line)
    // An iterator takes as long as what is done with most fields.
    for (let i = 0; i < columns.length; i++) columns[i]?.add(fields[i], number)
  })
  return { columns, rows, irregular, hasHeader, samples: samples.things }
}
