import styles from './columns.module.css'

/** The names of the columns; the grid itself is in the style sheet, shared with the rows. */
export function Columns() {
  return (
    <div role="row" className={`${styles['grid']} ${styles['head']}`}>
      <span role="columnheader">Time</span>
      <span role="columnheader" aria-label="Step">
        #
      </span>
      <span role="columnheader">Tool</span>
      <span role="columnheader" className={styles['number']}>
        Size
      </span>
      <span role="columnheader">Raw → delivered</span>
      <span role="columnheader" className={styles['number']} title="Tokens kept out of the context">
        Saved
      </span>
      <span role="columnheader">Flags</span>
      <span role="columnheader" className={`${styles['number']} ${styles['ms']}`}>
        ms
      </span>
    </div>
  )
}
