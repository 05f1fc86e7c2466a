import type { ErrorBody } from '../../../shared/errors.ts'
import type { Content } from '../protocol.ts'

/** What a child holds in memory of one content: its rows as an SQL table, or its JSON value. */
export type Shape = { readonly kind: 'table'; readonly path: string | null } | { readonly kind: 'document' }

export interface LoadOrder {
  /** The home's database, opened read-only and closed again before any query runs. */
  readonly file: string
  readonly content: Content
  readonly shape: Shape
}

export interface SqlAsk {
  readonly query: string
  /** Rows to pass over first: where a cursor goes on. */
  readonly skip: number
  readonly maxRows: number
  readonly maxChars: number
}

export interface Column {
  readonly name: string
  readonly type: 'integer' | 'real' | 'text'
}

export interface SqlAnswer {
  /** CSV with a header row. NULL is an empty field, an empty string is `""`. */
  readonly text: string
  readonly rows: number
  /** All rows of the query, with those passed over. */
  readonly total: number
  /** Cells longer than this were cut; null where none was. */
  readonly cutAt: number | null
  readonly table: TableFacts
}

/** What the table `t` was made of. */
export interface TableFacts {
  readonly columns: readonly Column[]
  readonly rows: number
  /** False for a CSV whose first row is data already: its columns have names of ours. */
  readonly header: boolean
  /** Lines of an NDJSON that are not JSON and so not in the table. */
  readonly leftOut: number
}

export interface JsonAsk {
  readonly path: string
  /** Matches to pass over first. */
  readonly skip: number
  /** Characters of the first match to pass over: it was longer than one reply. */
  readonly start: number
  readonly maxMatches: number
  readonly maxChars: number
}

export interface JsonAnswer {
  readonly text: string
  readonly matches: number
  readonly total: number
  /** The only match is a string: `text` is its characters, without quotes. */
  readonly raw: boolean
  /** Where the last match given was cut, in characters of its text; null where it is whole. */
  readonly cutAt: number | null
  /** The characters of that match in all. */
  readonly cutOf: number
  /** What the whole value is, where nothing matched. */
  readonly root: string | null
}

/** What a query child can do. `load` comes first; each call is answered before the next is sent. */
export type QueryMethods = {
  load(order: LoadOrder): null
  sql(ask: SqlAsk): SqlAnswer
  json(ask: JsonAsk): JsonAnswer
}

export interface QueryCall {
  readonly method: keyof QueryMethods
  readonly argument: unknown
  /** After this long whoever asked will end the process; the process itself does, should nobody be left. */
  readonly limitMs: number
}

export type QueryReply = { readonly value: unknown } | { readonly failure: ErrorBody }
