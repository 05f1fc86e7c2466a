import { ArrowDown, ArrowUp } from 'lucide-react'
import { ColumnHeader, GridRow } from '../../../ui/grid.tsx'
import type { Order, TableHead } from './table-query.ts'
import styles from './table-viewer.module.css'
import type { ColumnLook } from './widths.ts'

interface HeaderProps {
  head: TableHead
  looks: readonly ColumnLook[]
  numberWidth: number
  order: Order | null
  onOrder: (order: Order | null) => void
}

/** From the content's own order to rising, falling and back. */
function nextOrder(order: Order | null, column: number): Order | null {
  if (order?.column !== column) return { column, descending: false }
  return order.descending ? null : { column, descending: true }
}

/** The names of the columns; each sorts. */
export function TableHeader({ head, looks, numberWidth, order, onOrder }: HeaderProps) {
  return (
    <GridRow className={styles['head']}>
      <ColumnHeader className={styles['number']} style={{ width: numberWidth }}>
        #
      </ColumnHeader>
      {head.columns.map((name, column) => {
        const sorted = order?.column === column ? order : null
        return (
          <ColumnHeader
            key={name}
            style={{ width: looks[column]?.width }}
            data-figures={looks[column]?.figures || undefined}
            aria-sort={sorted === null ? 'none' : sorted.descending ? 'descending' : 'ascending'}
          >
            <button type="button" title={`Sort by ${name}`} onClick={() => onOrder(nextOrder(order, column))}>
              <span>{name}</span>
              {sorted !== null &&
                (sorted.descending ? <ArrowDown size={11} aria-hidden /> : <ArrowUp size={11} aria-hidden />)}
            </button>
          </ColumnHeader>
        )
      })}
    </GridRow>
  )
}
