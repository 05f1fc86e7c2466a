import { ColumnHeader, GridRow } from '../../ui/grid.tsx'
import { JumpToTime } from './jump-to-time.tsx'
import styles from './columns.module.css'

/** The names of the columns; the grid itself is in the style sheet, shared with the rows. */
export function Columns() {
  return (
    <GridRow className={`${styles['grid']} ${styles['head']}`}>
      <ColumnHeader>
        <JumpToTime />
      </ColumnHeader>
      <ColumnHeader aria-label="Step">#</ColumnHeader>
      <ColumnHeader>Tool</ColumnHeader>
      <ColumnHeader className={styles['kind']}>Kind</ColumnHeader>
      <ColumnHeader className={styles['number']}>Size</ColumnHeader>
      <ColumnHeader>Raw → delivered</ColumnHeader>
      <ColumnHeader className={styles['number']} title="Tokens kept out of the context">
        Saved
      </ColumnHeader>
      <ColumnHeader>Flags</ColumnHeader>
      <ColumnHeader className={`${styles['number']} ${styles['ms']}`}>ms</ColumnHeader>
    </GridRow>
  )
}
