import { looksLikeHeader } from './csv-header.ts'
import type { Doc } from './doc.ts'
import { firstLines } from './lines.ts'

export interface Dialect {
  readonly delimiter: ',' | '\t' | ';' | '|'
  readonly columns: number
}

// A bar alone also stands in diff statistics and Markdown tables, so it is the last.
const DELIMITERS = [',', '\t', ';', '|'] as const
const SAMPLED = 60
/** Fewer records prove nothing, unless they have this many columns. */
const RECORDS = 4

/**
 * The delimiter that cuts every one of the first records into the same number of fields; null where there is none.
 * Lines of prose have commas too, but never all the same number.
 */
export function detectDialect(doc: Doc): Dialect | null {
  const lines = firstLines(doc, SAMPLED).filter(({ text }) => text !== '' && !text.startsWith('#'))
  const complete = doc.whole || lines.length < 2 ? lines : lines.slice(0, -1)
  const sample = joinOpen(complete.map(({ text }) => text))
  if (sample.length < RECORDS) return null
  for (const delimiter of DELIMITERS) {
    const counts = sample.map((line) => splitRecord(line, delimiter).length)
    const columns = counts[0] ?? 0
    // A few may differ; after a last tab there may be nothing.
    const slack = delimiter === '\t' ? 1 : 0
    const regular = counts.filter((count) => count >= 2 && Math.abs(count - columns) <= slack).length
    if (columns >= 2 && regular >= 0.9 * counts.length) return { delimiter, columns: Math.max(...counts) }
    // Under a header, fields at the end of a row may be left away.
    const ragged = counts.every((count) => 2 * count > columns && count <= columns)
    if (columns >= 4 && ragged && looksLikeHeader(splitRecord(sample[0] ?? '', delimiter)))
      return { delimiter, columns }
  }
  return null
}

/** A quoted field may go over several lines: these belong to one record. */
function joinOpen(lines: string[]): string[] {
  const records: string[] = []
  for (const line of lines) {
    const last = records.at(-1)
    if (last !== undefined && isOpen(last)) records[records.length - 1] = `${last}\n${line}`
    else records.push(line)
  }
  // The last one may go on beyond the sample.
  return records.length > 1 && isOpen(records.at(-1) ?? '') ? records.slice(0, -1) : records
}

/** The fields of one record, quotes removed (RFC 4180). */
export function splitRecord(line: string, delimiter: string): string[] {
  if (!line.includes('"')) return line.split(delimiter)
  const fields: string[] = []
  let at = 0
  for (;;) {
    if (line[at] === '"') {
      const close = closingQuote(line, at + 1)
      fields.push(line.slice(at + 1, close).replaceAll('""', '"'))
      const next = line.indexOf(delimiter, close)
      if (next < 0) return fields
      at = next + 1
    } else {
      const next = line.indexOf(delimiter, at)
      fields.push(next < 0 ? line.slice(at) : line.slice(at, next))
      if (next < 0) return fields
      at = next + 1
    }
  }
}

function closingQuote(line: string, from: number): number {
  for (let at = line.indexOf('"', from); at >= 0; at = line.indexOf('"', at + 2))
    if (line[at + 1] !== '"') return at
  return line.length
}

/** Whether a quoted field is still open at the end of this piece of a record. */
export function isOpen(record: string): boolean {
  let quotes = 0
  for (let at = record.indexOf('"'); at >= 0; at = record.indexOf('"', at + 1)) quotes++
  return quotes % 2 === 1
}
