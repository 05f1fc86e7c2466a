import { SpillwayError } from '../../../../shared/errors.ts'
import type { Content } from '../../protocol.ts'
import { parseDocument } from '../json/document.ts'
import { rowsAt } from '../json/rows.ts'
import type { Column, TableFacts } from '../protocol.ts'
import { csvRecords } from './csv.ts'
import { type CsvDialect, detectCsv } from './dialect.ts'
import { columnNames } from './names.ts'
import { JsonTable, parseLine } from './json-table.ts'
import { TypeGuess } from './types.ts'

export type Cell = string | number | bigint | null

/** The rows of a table, ready to be inserted. */
export interface TableSource {
  readonly columns: readonly Column[]
  readonly header: TableFacts['header']
  readonly leftOut: TableFacts['leftOut']
  /** Each row has one value for each column. */
  rows(): Iterable<Cell[]>
}

/** A content's text from its beginning, every time it is asked. */
export type ReadText = () => Iterable<string>

/**
 * Finds the rows in a content: CSV, NDJSON, or an array inside JSON. It is read twice, since a type is only known at the end.
 * @throws SpillwayError `invalid_input` where there are none, with what can be done instead
 */
export function tableSource(content: Content, read: ReadText, path: string | null): TableSource {
  const sample = firstOf(read())
  const sure = content.kind === 'csv' || /\b(csv|tab-separated-values)\b/.test(content.mime ?? '')
  if (!sure && /^\s*[[{]/.test(sample)) {
    if (path === null && (content.kind === 'ndjson' || isLines(sample))) return ndjsonSource(content, read)
    return jsonSource(rowsAt(parseDocument(content, read), path, content.entry))
  }
  const dialect = detectCsv(sample, sure)
  if (dialect) return csvSource(read, dialect)
  throw new SpillwayError(
    'invalid_input',
    `${content.entry} is ${content.kind}: no table can be made of it.`,
    'Mode sql works on CSV, TSV, NDJSON and arrays in JSON. Use grep or lines here.',
  )
}

function firstOf(pieces: Iterable<string>): string {
  for (const piece of pieces) return piece
  return ''
}

/** Two lines that are JSON objects or arrays each. */
function isLines(sample: string): boolean {
  const lines = sample.split('\n', 3).filter((line) => line.trim() !== '')
  // The second may be cut by the end of the sample, so its beginning has to do.
  return lines.length >= 2 && parseLine(lines[0] ?? '') !== undefined && /^\s*[[{]/.test(lines[1] ?? '')
}

function csvSource(read: ReadText, dialect: CsvDialect): TableSource {
  const records = function* () {
    let first = dialect.header
    for (const record of csvRecords(read(), dialect)) {
      if (dialect.comments && record[0]?.startsWith('#')) continue
      if (first) first = false
      else yield record
    }
  }
  const names = dialect.header ? headerOf(read, dialect) : []
  const guesses = names.map(() => new TypeGuess())
  for (const record of records())
    for (let i = 0; i < record.length; i++) (guesses[i] ??= new TypeGuess()).addField(record[i] ?? '')
  const types = guesses.map(({ type }) => type)
  const columns = columnNames(names, types.length).map((name, i) => ({ name, type: types[i] ?? 'text' }))
  return {
    columns,
    header: dialect.header,
    leftOut: 0,
    *rows() {
      for (const record of records())
        // A text field is as it stands; an empty one in a column of numbers, and one that is not there, is NULL.
        yield types.map((type, i) => (record[i] === '' && type !== 'text' ? null : (record[i] ?? null)))
    },
  }
}

function headerOf(read: ReadText, dialect: CsvDialect): string[] {
  for (const record of csvRecords(read(), dialect))
    if (!dialect.comments || !record[0]?.startsWith('#')) return record
  return []
}

function jsonSource(values: readonly unknown[]): TableSource {
  const table = new JsonTable()
  for (const value of values) table.add(value)
  const { columns } = table
  return {
    columns,
    header: true,
    leftOut: 0,
    *rows() {
      for (const value of values) yield table.cells(value)
    },
  }
}

function ndjsonSource(content: Content, read: ReadText): TableSource {
  const table = new JsonTable()
  let leftOut = 0
  let taken = 0
  for (const line of linesOf(read())) {
    const value = parseLine(line)
    if (value === undefined) leftOut++
    else {
      table.add(value)
      taken++
    }
  }
  if (leftOut > taken)
    throw new SpillwayError(
      'invalid_input',
      `${leftOut} of ${leftOut + taken} lines of ${content.entry} are not JSON: no table can be made of it.`,
      'Use grep or lines here.',
    )
  const { columns } = table
  return {
    columns,
    header: true,
    leftOut,
    *rows() {
      for (const line of linesOf(read())) {
        const value = parseLine(line)
        if (value !== undefined) yield table.cells(value)
      }
    },
  }
}

/** The lines of a text, without those that are empty. */
function* linesOf(pieces: Iterable<string>): Generator<string> {
  let rest: string[] = []
  for (const piece of pieces) {
    const lines = piece.split('\n')
    const last = lines.pop() ?? ''
    if (lines.length === 0) {
      rest.push(last)
      continue
    }
    lines[0] = rest.join('') + (lines[0] ?? '')
    for (const line of lines) if (line.trim() !== '') yield line
    rest = [last]
  }
  const line = rest.join('')
  if (line.trim() !== '') yield line
}
