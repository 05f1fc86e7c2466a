import { useMemo, useState } from 'react'
import type { StatsSeries } from '../../../shared/contract/figures.ts'
import cells from '../../ui/cells.module.css'
import { formatBytes, formatCount, formatMoment, formatMs, formatShare } from '../../ui/format.ts'
import { Cell, ColumnHeader } from '../../ui/grid.tsx'
import { RowList } from '../../ui/row-list.tsx'
import styles from './stats-view.module.css'

const COLUMNS = [
  'Calls',
  'Raw',
  'Delivered',
  'Read back',
  'Kept out',
  'Dedup',
  'Half ms',
  '95 % ms',
  'On disk',
] as const

/** What the charts show, in figures, the present first. */
export function SeriesTable({ series }: { series: StatsSeries }) {
  const [selected, setSelected] = useState<string | null>(null)
  const rows = useMemo(() => series.items.toReversed(), [series])
  const head = (
    <>
      <ColumnHeader>From</ColumnHeader>
      {COLUMNS.map((name) => (
        <ColumnHeader key={name} className={cells['number']}>
          {name}
        </ColumnHeader>
      ))}
    </>
  )
  return (
    <RowList
      label="Figures over time"
      grid={styles['grid']}
      head={head}
      rows={rows}
      keyOf={({ time }) => time}
      selected={selected}
      onSelect={setSelected}
    >
      {({ time, calls, tokens, dedupBytes, bytes, durationMs, bytesStored }) => (
        <>
          <Cell className={cells['mono']}>{formatMoment(Date.parse(time))}</Cell>
          {[
            formatCount(calls),
            formatCount(tokens.raw),
            formatCount(tokens.delivered),
            formatCount(tokens.reread),
            formatCount(tokens.net),
            formatShare(dedupBytes, bytes),
            durationMs === null ? '—' : formatMs(durationMs.p50),
            durationMs === null ? '—' : formatMs(durationMs.p95),
            bytesStored === null ? '—' : formatBytes(bytesStored),
          ].map((text, index) => (
            <Cell key={COLUMNS[index]} className={cells['figure']}>
              {text}
            </Cell>
          ))}
        </>
      )}
    </RowList>
  )
}
