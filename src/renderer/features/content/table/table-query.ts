import type { ApiClient } from '../../../api/client.ts'
import type { EntryDetail } from '../source.ts'
import { parseCsv } from './parse-csv.ts'
import type { Cell } from './parse-csv.ts'

export interface Order {
  /** From 0. */
  readonly column: number
  readonly descending: boolean
}

export interface TableHead {
  readonly columns: readonly string[]
  readonly rows: number
  /** The characters of the longest value of each column; of the first columns only where there are very many. */
  readonly longest: readonly number[]
  /** The first rows: they tell figures from words. */
  readonly sample: readonly (readonly Cell[])[]
}

export const PAGE_ROWS = 100
const SAMPLE_ROWS = 50
const MEASURED_COLUMNS = 100

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Columns and size of the table that an entry is. */
export const tableHead = (client: ApiClient, { id, sha256 }: EntryDetail) => ({
  queryKey: ['content', id, sha256, 'table'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<TableHead> => {
    const read = async (query: string) => {
      const { text } = await client.call('readEntry', { id, mode: 'sql', query, limit: SAMPLE_ROWS }, signal)
      return parseCsv(text)
    }
    const [columns = [], ...sample] = await read('SELECT * FROM t ORDER BY rowid')
    const names = columns.map(String)
    const lengths = names.slice(0, MEASURED_COLUMNS).map((name) => `max(length(${quoted(name)}))`)
    const [, facts = []] = await read(`SELECT ${['count(*)', ...lengths].join(', ')} FROM t`)
    const [rows = 0, ...longest] = facts.map(Number)
    return { columns: names, rows, longest, sample }
  },
  staleTime: Infinity,
})

/** A page of rows in an order, each behind its number in the content (from 1). */
export const tablePage = (
  client: ApiClient,
  { id, sha256 }: EntryDetail,
  columns: readonly string[],
  order: Order | null,
  page: number,
) => ({
  queryKey: ['content', id, sha256, 'table', order, page],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const by =
      order === null ? '' : `${quoted(columns[order.column] ?? '')} ${order.descending ? 'DESC' : 'ASC'}, `
    const query = `SELECT rowid, * FROM t ORDER BY ${by}rowid`
    const rows: Cell[][] = []
    // One reply holds no more than so many characters: wide rows take several.
    for (let more = true; more && rows.length < PAGE_ROWS;) {
      const offset = page * PAGE_ROWS + rows.length
      const limit = PAGE_ROWS - rows.length
      const read = await client.call('readEntry', { id, mode: 'sql', query, offset, limit }, signal)
      rows.push(...parseCsv(read.text).slice(1))
      more = read.returned.count > 0 && read.returned.count < limit
    }
    return rows
  },
  staleTime: Infinity,
  gcTime: 60_000,
})
