import { Columns } from './columns.tsx'
import { Grid } from '../../ui/grid.tsx'
import styles from './timeline-list.module.css'

/** The frame of the list while the first page is on its way. */
export function TimelineSkeleton() {
  return (
    <Grid className={styles['list']} aria-busy="true">
      <Columns />
      {Array.from({ length: 9 }, (_, index) => (
        <div key={index} className={styles['ghost']} style={{ opacity: 1 - index / 9 }} />
      ))}
    </Grid>
  )
}
