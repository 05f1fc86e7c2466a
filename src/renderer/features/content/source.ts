import type { OperationOutput } from '../../../shared/contract.ts'
import type { ApiClient } from '../../api/client.ts'
import { hexSource } from './hex-source.ts'
import { lineSource } from './line-source.ts'
import { wrapSource } from './wrap-source.ts'

export type EntryDetail = OperationOutput<'getEntry'>

/** One row of the viewer, cut from the content between `start` and `end`. */
export interface ContentRow {
  /** Line number, or where the row begins in characters or bytes. */
  readonly label: string
  readonly text: string
  /** Half-open, in characters of the entry; in bytes where it is binary. */
  readonly start: number
  readonly end: number
  /** How many characters of the line are not in `text`. */
  readonly more: number
}

/** Content as rows that are loaded a page at a time, so that the size of the whole does not matter. */
export interface ContentSource {
  readonly shows: 'lines' | 'wrapped' | 'bytes'
  readonly rows: number
  readonly pageRows: number
  /** Characters, or bytes where it is binary. */
  readonly total: number
  load(page: number, signal: AbortSignal): Promise<ContentRow[]>
  /** The row where a character (byte) may lie; exact where rows are even, else the place to look from. */
  guessRow(offset: number): number
}

/** Over this many characters per line on average, lines say little: the content is shown wrapped. */
const LONG_LINE = 1_000

/** How an entry is best shown: as lines, wrapped where it is one long line, as bytes where it is not text. */
export function contentSource(client: ApiClient, entry: EntryDetail): ContentSource {
  const { chars, lines } = entry
  if (chars === null || lines === null || entry.encoding === 'binary') return hexSource(client, entry)
  if (chars / Math.max(1, lines) > LONG_LINE) return wrapSource(client, entry.id, chars)
  return lineSource(client, entry.id, { chars, lines })
}
