import { looksLikeHeader } from './csv-header.ts'
import { isOpen, splitRecord, type Dialect } from './csv-parse.ts'
import type { Doc, Rendered } from './doc.ts'
import { excerpt } from './excerpt.ts'
import { fitLines, type Line } from './fit.ts'
import { eachLine, firstLines, lastLines, lookedAt, quoteLine } from './lines.ts'
import { NumberTally, StringTally } from './tally.ts'

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/
const TIME = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d.*)?$/
const NAMES = { ',': 'comma', '\t': 'tab', ';': 'semicolon', '|': 'bar' } as const
const TALLIED = 8
/** A record that goes on for more lines than this has a stray quote. */
const LONGEST_RECORD = 200
const MOST_COLUMNS = 200

interface Column {
  readonly name: string
  empty: number
  readonly numbers: NumberTally
  readonly texts: StringTally
}

/** Columns with their types, ranges and values over all rows, the number of rows, the first rows and the last. */
export function previewCsv(doc: Doc, dialect: Dialect, tokens: number): Rendered {
  const { columns, rows, irregular, hasHeader } = scan(doc, dialect)
  const header = hasHeader ? '' : ', no header'
  const odd = irregular > 0 ? `, ${irregular} rows with another number of fields` : ''
  const lines: Line[] = [
    {
      text: `${rows} rows × ${dialect.columns} columns (${NAMES[dialect.delimiter]}-separated${header})${odd}${lookedAt(doc)}`,
      rank: 0,
    },
    ...columns.map((column, index) => ({
      text: `${excerpt(column.name, 40)}: ${describe(column, rows)}`,
      rank: 2 + Math.floor(index / 8),
    })),
    ...firstLines(doc, 3).map((line, index) => quoteLine(line, 1 + 3 * index)),
    ...lastLines(doc, 2).map((line, index) => quoteLine(line, 4 - 2 * index)),
  ]
  return { ...fitLines(lines, tokens), next: { mode: 'sql', query: 'SELECT * FROM t LIMIT 10' } }
}

function scan(doc: Doc, { delimiter, columns: width }: Dialect) {
  let columns: Column[] = []
  let hasHeader = false
  let rows = 0
  let irregular = 0
  let hasComments = false
  let pending = ''
  let pendingLines = 0
  eachLine(doc, ({ text, number }) => {
    const record = pending === '' ? text : `${pending}\n${text}`
    if (pendingLines < LONGEST_RECORD && record.includes('"') && isOpen(record)) {
      pending = record
      pendingLines++
      return
    }
    pending = ''
    pendingLines = 0
    if (number === 1 && record.startsWith('#')) hasComments = true
    if (record === '' || (hasComments && record.startsWith('#'))) return
    const fields = splitRecord(record, delimiter)
    if (columns.length === 0) {
      hasHeader = looksLikeHeader(fields)
      columns = fields
        .slice(0, MOST_COLUMNS)
        .map((name, index) => columnOf(hasHeader ? name.trim() : `column ${index + 1}`))
      if (hasHeader) return
    }
    rows++
    if (fields.length !== width && (delimiter !== '\t' || fields.length !== width - 1)) irregular++
    for (const [index, column] of columns.entries()) add(column, fields[index])
  })
  return { columns, rows, irregular, hasHeader }
}

const columnOf = (name: string): Column => ({
  name,
  empty: 0,
  numbers: new NumberTally(),
  texts: new StringTally(),
})

function add(column: Column, field: string | undefined): void {
  const value = field?.trim() ?? ''
  if (value === '') column.empty++
  else if (NUMBER.test(value)) column.numbers.add(value)
  else column.texts.add(value)
}

function describe({ empty, numbers, texts }: Column, rows: number): string {
  const parts = [
    numbers.count > 0 && `number ${numbers.least?.text} … ${numbers.greatest?.text}`,
    texts.count > 0 && describeTexts(texts),
    empty > 0 && (empty === rows ? 'always empty' : `empty ×${empty}`),
  ].filter((part) => part !== false)
  return parts.join('; ') || 'no values'
}

function describeTexts({ count, values, firsts, last, least, greatest }: StringTally): string {
  if (values !== null && values.size <= TALLIED && values.size < count) {
    return [...values]
      .sort(([, a], [, b]) => b - a)
      .map(([text, times]) => `${excerpt(text, 30)} ×${times}`)
      .join(', ')
  }
  if (least !== null && greatest !== null && TIME.test(least) && TIME.test(greatest))
    return `time ${least} … ${greatest}`
  const different = values === null || values.size === count ? '' : `${values.size} different, `
  return `text, ${different}${excerpt(firsts[0] ?? last, 40)} … ${excerpt(last, 40)}`
}
