import type { EntrySort } from '../../../shared/contract/entries.ts'

/** A column and the orders that its header goes through: the first click's, then the other way round. */
export interface Column {
  readonly name: string
  readonly sorts: readonly [EntrySort, EntrySort] | null
  readonly number?: boolean
  /** Left out where the list is narrow. */
  readonly wide?: boolean
}

export const COLUMNS: readonly Column[] = [
  { name: 'Name', sorts: ['name', '-name'] },
  { name: 'Tool', sorts: ['tool', '-tool'] },
  { name: 'Kind', sorts: ['kind', '-kind'] },
  { name: 'Size', sorts: ['largest', 'smallest'], number: true },
  { name: 'Lines', sorts: null, number: true, wide: true },
  { name: 'Stored', sorts: ['newest', 'oldest'], wide: true },
  { name: 'Last used', sorts: ['used', 'unused'] },
  { name: 'Kept until', sorts: ['expiring', '-expiring'] },
]

/** What a click on a column's header asks for. */
export const nextSort = ({ sorts }: Column, now: EntrySort): EntrySort | null =>
  sorts === null ? null : now === sorts[0] ? sorts[1] : sorts[0]
