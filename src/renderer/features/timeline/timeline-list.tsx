import { useRef } from 'react'
import { useOpened, useView } from '../../state/view.ts'
import { Columns } from './columns.tsx'
import { Grid } from '../../ui/grid.tsx'
import type { Layout, RowFilter } from './model/layout.ts'
import { MarkedBar } from './marked-bar.tsx'
import { NewRowsPill } from './new-rows-pill.tsx'
import { OlderRows } from './older-rows.tsx'
import { Item, rowId } from './rows.tsx'
import styles from './timeline-list.module.css'
import { TurnHeader } from './turn-header.tsx'
import { useFollow } from './use-follow.ts'
import { useHistory } from './use-history.ts'
import { useListKeys } from './use-list-keys.ts'
import { useMarks } from './use-marks.ts'

interface ListProps {
  layout: Layout
  filter: RowFilter | null
  filterText: string
}

/** The virtualised list: the turn in sight stays on top, rows under it. */
export function TimelineList({ layout, filter, filterText }: ListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const selected = useOpened('timeline')
  const marked = useView((view) => view.marked)
  const view = useFollow(scroller, layout, filter, selected !== null)
  const onKeyDown = useListKeys(layout, view)
  const onPress = useMarks(layout)

  useHistory(layout, view, filter === null ? null : filterText)

  const rows = []
  for (let index = view.first; index < view.end; index++) {
    const row = layout.rowAt(index)
    if (row === undefined) continue
    const place = { top: layout.topOf(index), index }
    rows.push(
      row.kind === 'turn' ? (
        <TurnHeader key={row.key} row={row} {...place} />
      ) : (
        <Item
          key={row.key}
          row={row}
          {...place}
          selected={row.key === selected}
          marked={marked.includes(row.key)}
          onSelect={onPress}
        />
      ),
    )
  }
  const sticky = layout.headAt(view.top)

  return (
    <div className={styles['side']}>
      <Grid
        aria-label="Timeline"
        aria-multiselectable
        className={styles['list']}
        aria-rowcount={layout.count + 1}
        aria-activedescendant={selected === null ? undefined : rowId(selected)}
        tabIndex={0}
        onKeyDown={onKeyDown}
        data-timeline
        data-list
      >
        <Columns />
        <div className={styles['body']}>
          {sticky !== undefined && (
            <div className={styles['sticky']} aria-hidden>
              <TurnHeader row={sticky} top={0} index={0} />
            </div>
          )}
          <div className={styles['scroller']} ref={scroller}>
            <div className={styles['sizer']} style={{ height: layout.height + 40 }}>
              {rows}
              <OlderRows top={layout.height} empty={layout.count === 0} filtered={filter !== null} />
            </div>
          </div>
        </div>
      </Grid>
      <NewRowsPill unseen={view.unseen} above={view.newestAbove} onShow={view.showNewest} />
      {marked.length > 0 && <MarkedBar />}
    </div>
  )
}
