import { memo } from 'react'
import type { MouseEvent } from 'react'
import { formatBytes, formatClock, formatMs, formatTight } from '../../ui/format.ts'
import { ReadBar, StepBar } from './bar.tsx'
import columns from './columns.module.css'
import { Flags } from './flags.tsx'
import { Cell, GridRow } from '../../ui/grid.tsx'
import type { ItemRow, ReadRow, StepRow } from './model/row.ts'
import { savedTokens } from './model/row.ts'
import { SeenStrip } from './seen-strip.tsx'
import { SessionDot } from './session-mark.tsx'
import styles from './rows.module.css'

export const rowId = (key: string) => `row-${key}`

interface ItemProps {
  row: ItemRow
  top: number
  index: number
  /** It is the one that is open. */
  selected: boolean
  /** It is selected together with others. */
  marked: boolean
  onSelect: (event: MouseEvent, key: string) => void
}

/** The kind of what was stored; of several blocks the first one's, and how many more there are. */
function kindOf({ entries }: StepRow): string {
  const [first, ...others] = entries
  if (first === undefined) return ''
  return others.length === 0 ? first.kind : `${first.kind} +${others.length}`
}

function StepCells({ row }: { row: StepRow }) {
  const saved = savedTokens(row)
  const entry = row.entries[0]?.id
  return (
    <>
      <Cell className={styles['dim']}>{row.step}</Cell>
      <Cell>
        {row.server !== null && <span className={styles['server']}>{row.server} › </span>}
        {row.tool}
      </Cell>
      <Cell className={`${styles['kind']} ${columns['kind']}`}>{kindOf(row)}</Cell>
      <Cell className={styles['mono']}>{formatBytes(row.rawBytes)}</Cell>
      <Cell>
        <StepBar raw={row.rawBytes} delivered={row.deliveredBytes} />
        {entry !== undefined && !row.gone && <SeenStrip key={entry} entry={entry} />}
      </Cell>
      <Cell className={styles['saved']} data-sign={Math.sign(saved)}>
        {formatTight(saved)}
      </Cell>
      <Cell>
        <Flags step={row} />
      </Cell>
    </>
  )
}

function ReadCells({ row }: { row: ReadRow }) {
  return (
    <>
      <Cell className={styles['dim']} aria-label="Read">
        ·
      </Cell>
      <Cell className={styles['server']} title={`${row.label} of ${row.name}`}>
        read {row.label}
      </Cell>
      <Cell className={columns['kind']} />
      <Cell className={styles['mono']}>{formatBytes(row.bytes)}</Cell>
      <Cell>
        <ReadBar bytes={row.bytes} />
      </Cell>
      <Cell className={styles['saved']} data-sign={Math.sign(savedTokens(row))}>
        {formatTight(savedTokens(row))}
      </Cell>
      <Cell />
    </>
  )
}

/** One step or one read. Rows are replaced when they change, so comparing props is enough. */
export const Item = memo(function Item({ row, top, index, selected, marked, onSelect }: ItemProps) {
  return (
    // The list holds the focus and the keys; a row is only clicked.
    <GridRow
      id={rowId(row.key)}
      aria-rowindex={index + 2}
      aria-selected={selected || marked}
      className={`${columns['grid']} ${styles['row']}`}
      data-kind={row.kind}
      style={{ transform: `translateY(${top}px)` }}
      onClick={(event) => onSelect(event, row.key)}
    >
      <Cell className={styles['time']}>
        <SessionDot session={row.session} />
        {formatClock(row.time)}
      </Cell>
      {row.kind === 'step' ? <StepCells row={row} /> : <ReadCells row={row} />}
      <Cell className={`${styles['mono']} ${columns['ms']}`}>{formatMs(row.durationMs)}</Cell>
    </GridRow>
  )
})
