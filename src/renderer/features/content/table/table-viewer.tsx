import { useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useServices } from '../../../state/services.ts'
import { counted } from '../../../ui/format.ts'
import { evenRows } from '../../../ui/even-rows.ts'
import { Cell, Grid, GridRow, RowHeader } from '../../../ui/grid.tsx'
import { useVirtualWindow } from '../../../ui/virtual-window.ts'
import { Fault } from '../../detail/fault.tsx'
import type { Coverage } from '../coverage.ts'
import { seenBy } from '../seen.ts'
import type { ContentSource, EntryDetail } from '../source.ts'
import { useJump } from '../use-jump.ts'
import { useLocateRow, usePages } from '../use-pages.ts'
import { PAGE_ROWS, tableHead, tablePage } from './table-query.ts'
import type { Order, TableHead } from './table-query.ts'
import { TableHeader } from './table-header.tsx'
import styles from './table-viewer.module.css'
import { columnLooks } from './widths.ts'

const ROW_HEIGHT = 22

interface TableProps {
  entry: EntryDetail
  /** The lines of the content, by which a row's place in it is known. */
  source: ContentSource
  coverage: Coverage
  onRaw: (char: number) => void
}

/** CSV, NDJSON or an array as a table, sorted and paged by the daemon. */
export function TableViewer(props: TableProps) {
  const { client } = useServices()
  const { data, error } = useQuery({ ...tableHead(client, props.entry), retry: false })
  if (error !== null) return <Fault error={error} />
  if (data === undefined) return <div className={styles['table']} aria-busy />
  return <Rows {...props} head={data} />
}

function Rows({ entry, source, coverage, onRaw, head }: TableProps & { head: TableHead }) {
  const { client } = useServices()
  const scroller = useRef<HTMLDivElement>(null)
  const [order, setOrder] = useState<Order | null>(null)
  const [target, setTarget] = useState<number | null>(null)
  const looks = useMemo(() => columnLooks(head), [head])
  const view = useVirtualWindow(
    scroller,
    useMemo(() => evenRows(head.rows, ROW_HEIGHT), [head.rows]),
  )
  const firstPage = Math.floor(view.first / PAGE_ROWS)
  const pageCount = view.end <= view.first ? 0 : Math.floor((view.end - 1) / PAGE_ROWS) - firstPage + 1
  const pages = useQueries({
    queries: Array.from({ length: pageCount }, (_, index) => ({
      ...tablePage(client, entry, head.columns, order, firstPage + index),
      retry: false,
    })),
  })

  // Only where each row is a line of its own, in the content's order, does a row's place in it come for nothing.
  const above = lineOfFirstRow(entry, head)
  const places = order === null && above !== null && source.shows === 'lines' ? above : null
  const lines = usePages(
    source,
    entry,
    places === null ? 0 : view.first + places,
    places === null ? 0 : Math.min(source.rows, view.end + places),
  )
  const locate = useLocateRow(source, entry)
  const { viewport, scrollTo } = view
  const go = useCallback(
    (char: number) => {
      if (places === null) return onRaw(char)
      const show = (line: number) => {
        const row = Math.max(0, line - places)
        setTarget(row)
        scrollTo(Math.max(0, row * ROW_HEIGHT - viewport / 3))
      }
      locate(char).then(show, () => onRaw(char))
    },
    [places, locate, onRaw, scrollTo, viewport],
  )
  useJump(entry.id, viewport > 0, go)

  const width = looks.reduce((sum, look) => sum + look.width, NUMBER_WIDTH)
  const rows: ReactNode[] = []
  for (let index = view.first; index < view.end; index++) {
    const cells = pages[Math.floor(index / PAGE_ROWS) - firstPage]?.data?.[index % PAGE_ROWS]
    const line = places === null ? undefined : lines.row(index + places)
    const [number, ...values] = cells ?? []
    rows.push(
      <GridRow
        key={index}
        className={styles['row']}
        style={{ transform: `translateY(${index * ROW_HEIGHT + view.shift}px)` }}
        aria-rowindex={index + 2}
        data-seen={line && seenBy(coverage, line.start, line.end)}
        data-target={index === target || undefined}
        data-loading={cells === undefined || undefined}
      >
        <RowHeader className={styles['number']} style={{ width: NUMBER_WIDTH }}>
          {number}
        </RowHeader>
        {looks.map((look, column) => (
          <Cell
            // Columns are never reordered.
            // oxlint-disable-next-line react/no-array-index-key
            key={column}
            style={{ width: look.width }}
            data-figures={look.figures || undefined}
            data-null={values[column] === null || undefined}
            title={values[column] ?? undefined}
          >
            {values[column] === null ? 'null' : values[column]}
          </Cell>
        ))}
      </GridRow>,
    )
  }
  const fault = pages.find(({ error }) => error !== null)?.error
  return (
    <>
      <Grid
        className={styles['table']}
        ref={scroller}
        aria-label="Full content as a table"
        aria-rowcount={head.rows + 1}
        aria-colcount={head.columns.length + 1}
        tabIndex={0}
        data-content
      >
        <TableHeader head={head} looks={looks} numberWidth={NUMBER_WIDTH} order={order} onOrder={setOrder} />
        {fault instanceof Error && <Fault error={fault} />}
        <div className={styles['sizer']} style={{ height: view.height, width }}>
          {rows}
        </div>
      </Grid>
      <footer className={styles['foot']}>
        {counted(head.rows, 'row')} · {counted(head.columns.length, 'column')}
        {order !== null && ` · by ${head.columns[order.column] ?? ''}${order.descending ? ', falling' : ''}`}
        {places === null && ' · shaded only in the raw text'}
      </footer>
    </>
  )
}

const NUMBER_WIDTH = 64

/** How many lines stand above the first row where each row is one line; null where that does not hold. */
function lineOfFirstRow({ kind, lines }: EntryDetail, { rows }: TableHead): number | null {
  if (lines === null || !['csv', 'ndjson'].includes(kind)) return null
  const above = lines - rows
  return above === 0 || above === 1 ? above : null
}
