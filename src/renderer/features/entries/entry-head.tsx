import { ArrowDown, ArrowUp } from 'lucide-react'
import type { EntrySort } from '../../../shared/contract/entries.ts'
import { ColumnHeader } from '../../ui/grid.tsx'
import styles from './entries-view.module.css'
import { COLUMNS, nextSort } from './sorts.ts'

/** The columns; a click on one sorts by it, another one turns that round. */
export function EntryHead({ sort, onSort }: { sort: EntrySort; onSort: (sort: EntrySort) => void }) {
  return COLUMNS.map((column) => {
    const { name, sorts, number, wide } = column
    const direction = sorts?.indexOf(sort) ?? -1
    const next = nextSort(column, sort)
    const Arrow = ['largest', 'newest', 'used', '-name', '-tool', '-kind', '-expiring'].includes(sort)
      ? ArrowDown
      : ArrowUp
    return (
      <ColumnHeader
        key={name}
        className={styles['header']}
        data-number={number}
        data-wide={wide}
        aria-sort={direction < 0 ? 'none' : Arrow === ArrowUp ? 'ascending' : 'descending'}
      >
        {next === null ? (
          name
        ) : (
          <button type="button" onClick={() => onSort(next)}>
            {name}
            {direction >= 0 && <Arrow size={11} aria-hidden />}
          </button>
        )}
      </ColumnHeader>
    )
  })
}
