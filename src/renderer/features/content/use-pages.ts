import { useQueries, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { pageQuery } from './page-query.ts'
import type { ContentRow, ContentSource, EntryDetail } from './source.ts'

export interface Pages {
  /** Undefined while its page is on its way. */
  row(index: number): ContentRow | undefined
  error: Error | null
}

/** The rows [first, end) of the content, loaded as they are needed. */
export function usePages(source: ContentSource, entry: EntryDetail, first: number, end: number): Pages {
  const from = Math.floor(first / source.pageRows)
  const count = end <= first ? 0 : Math.floor((end - 1) / source.pageRows) - from + 1
  const pages = useQueries({
    queries: Array.from({ length: count }, (_, index) => pageQuery(source, entry, from + index)),
  })
  return {
    row: (index) => pages[Math.floor(index / source.pageRows) - from]?.data?.[index % source.pageRows],
    error: pages.find(({ error }) => error !== null)?.error ?? null,
  }
}

/** How often to look before the last guess is good enough. */
const PROBES = 12

/**
 * The row that holds a character. Lines are not evenly long, so it is looked for: each page that is probed says
 * where it lies, and the rest is interpolated.
 */
async function locateRow(
  queryClient: QueryClient,
  source: ContentSource,
  entry: EntryDetail,
  offset: number,
): Promise<number> {
  let low = { row: 0, offset: 0 }
  let high = { row: source.rows, offset: source.total }
  let row = source.guessRow(offset)
  for (let probe = 0; probe < PROBES && low.row < high.row; probe++) {
    const page = Math.floor(row / source.pageRows)
    const rows = await queryClient.fetchQuery(pageQuery(source, entry, page))
    const first = rows[0]
    const last = rows.at(-1)
    if (first === undefined || last === undefined) return row
    if (offset < first.start) high = { row: page * source.pageRows, offset: first.start }
    else if (offset >= last.end) low = { row: page * source.pageRows + rows.length, offset: last.end }
    else return page * source.pageRows + rows.findIndex(({ end }) => offset < end)
    const share = (offset - low.offset) / Math.max(1, high.offset - low.offset)
    row = Math.min(high.row - 1, low.row + Math.floor(share * (high.row - low.row)))
  }
  return Math.max(0, Math.min(row, source.rows - 1))
}

/** Finds rows by character (byte) offset. */
export function useLocateRow(source: ContentSource, entry: EntryDetail): (offset: number) => Promise<number> {
  const queryClient = useQueryClient()
  return useCallback((offset) => locateRow(queryClient, source, entry, offset), [queryClient, source, entry])
}
