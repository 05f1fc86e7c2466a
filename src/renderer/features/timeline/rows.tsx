import { memo } from 'react'
import { formatBytes, formatClock, formatCount, formatMs } from '../../ui/format.ts'
import { ReadBar, StepBar } from './bar.tsx'
import columns from './columns.module.css'
import { Flags } from './flags.tsx'
import type { ItemRow, ReadRow, StepRow } from './model/row.ts'
import { savedTokens } from './model/row.ts'
import styles from './rows.module.css'

export const rowId = (key: string) => `row-${key}`

interface ItemProps {
  row: ItemRow
  top: number
  index: number
  selected: boolean
  onSelect: (key: string) => void
}

function StepCells({ row }: { row: StepRow }) {
  const saved = savedTokens(row)
  return (
    <>
      <span role="gridcell" className={styles['dim']}>
        {row.step}
      </span>
      <span role="gridcell">
        {row.server !== null && <span className={styles['server']}>{row.server} › </span>}
        {row.tool}
      </span>
      <span role="gridcell" className={styles['mono']}>
        {formatBytes(row.rawBytes)}
      </span>
      <span role="gridcell">
        <StepBar raw={row.rawBytes} delivered={row.deliveredBytes} />
      </span>
      <span role="gridcell" className={styles['saved']} data-sign={Math.sign(saved)}>
        {formatCount(saved)}
      </span>
      <span role="gridcell">
        <Flags step={row} />
      </span>
    </>
  )
}

function ReadCells({ row }: { row: ReadRow }) {
  return (
    <>
      <span role="gridcell" className={styles['dim']} aria-label="Read">
        ·
      </span>
      <span role="gridcell" className={styles['server']} title={`${row.label} of ${row.name}`}>
        read {row.label}
      </span>
      <span role="gridcell" className={styles['mono']}>
        {formatBytes(row.bytes)}
      </span>
      <span role="gridcell">
        <ReadBar bytes={row.bytes} />
      </span>
      <span role="gridcell" className={styles['saved']} data-sign={Math.sign(savedTokens(row))}>
        {formatCount(savedTokens(row))}
      </span>
      <span role="gridcell" />
    </>
  )
}

/** One step or one read. Rows are replaced when they change, so comparing props is enough. */
export const Item = memo(function Item({ row, top, index, selected, onSelect }: ItemProps) {
  return (
    // The list holds the focus and the keys; a row is only clicked.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="row"
      id={rowId(row.key)}
      aria-rowindex={index + 2}
      aria-selected={selected}
      className={`${columns['grid']} ${styles['row']}`}
      data-kind={row.kind}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => onSelect(row.key)}
    >
      <span role="gridcell" className={styles['time']}>
        {formatClock(row.time)}
      </span>
      {row.kind === 'step' ? <StepCells row={row} /> : <ReadCells row={row} />}
      <span role="gridcell" className={`${styles['mono']} ${columns['ms']}`}>
        {formatMs(row.durationMs)}
      </span>
    </div>
  )
})
