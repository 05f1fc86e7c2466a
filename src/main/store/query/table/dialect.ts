import { looksLikeHeader } from '../../../policy/preview/csv-header.ts'
import { columnNames } from './names.ts'
import { csvRecords, type CsvFormat } from './csv.ts'
import { isNumber } from './types.ts'

export interface CsvDialect extends CsvFormat {
  readonly header: boolean
  /** Lines that begin with `#` are not data: the first one did. */
  readonly comments: boolean
}

const DELIMITERS = [',', '\t', ';', '|'] as const
const SAMPLED = 100

/**
 * How the beginning of a text is delimited: the delimiter that cuts (nearly) all of its records into equally many fields, the
 * one with most fields where several do. Null where there is none. `sure`: it is known to be a CSV, so one column will do.
 */
export function detectCsv(sample: string, sure: boolean): CsvDialect | null {
  const newline = sample.includes('\n') || !sample.includes('\r') ? '\n' : '\r'
  const comments = sample.startsWith('#')
  const candidates = DELIMITERS.map((delimiter) => {
    const records = sampled(sample, { delimiter, newline }, comments)
    const columns = mostFrequent(records.map((record) => record.length))
    const regular = records.filter((record) => record.length === columns).length
    return { delimiter, records, columns, regular: records.length === 0 ? 0 : regular / records.length }
  })
  const fit = candidates.filter(({ columns, regular }) => columns >= 2 && (regular >= 0.9 || sure))
  const [best] = fit.sort((a, b) => b.regular - a.regular || b.columns - a.columns)
  const chosen = best ?? (sure ? candidates[0] : undefined)
  if (!chosen) return null
  return { delimiter: chosen.delimiter, newline, comments, header: hasHeader(chosen.records) }
}

function sampled(sample: string, format: CsvFormat, comments: boolean): string[][] {
  const records: string[][] = []
  for (const record of csvRecords([sample], format)) {
    if (comments && record[0]?.startsWith('#')) continue
    if (records.push(record) > SAMPLED) break
  }
  // The sample ends somewhere inside its last record.
  return records.length > 2 ? records.slice(0, -1) : records
}

function mostFrequent(lengths: readonly number[]): number {
  const times = new Map<number, number>()
  for (const length of lengths) times.set(length, (times.get(length) ?? 0) + 1)
  return [...times].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0
}

/** The first record names the columns where it reads like names, or is words above a column of numbers. */
function hasHeader([first, ...rest]: readonly string[][]): boolean {
  if (!first) return false
  if (looksLikeHeader(columnNames(first, first.length))) return true
  return first.some((cell, index) => {
    const below = rest.map((record) => record[index] ?? '').filter((value) => value !== '')
    return cell !== '' && !isNumber(cell) && below.length > 0 && below.every(isNumber)
  })
}
