import { useEffect, useEffectEvent, useRef } from 'react'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { evenRows } from './even-rows.ts'
import { Grid, GridRow } from './grid.tsx'
import styles from './row-list.module.css'
import { useVirtualWindow } from './virtual-window.ts'

const ROW_HEIGHT = 28

export interface Marks {
  readonly keys: ReadonlySet<string>
  readonly set: (keys: ReadonlySet<string>) => void
}

interface RowListProps<T> {
  label: string
  /** The class with the `grid-template-columns` of the head and of every row; `@container list` tells their width. */
  grid: string | undefined
  /** The column headers; null where rows speak for themselves. */
  head: ReactNode
  rows: readonly T[]
  keyOf: (row: T) => string
  /** The key of the row that is open. */
  selected: string | null
  onSelect: (key: string | null) => void
  /** A row was clicked, or Enter pressed on the one that is open: to be called before it is looked at. */
  onOpen?: () => void
  /** Rows that step back behind the others. */
  dimmed?: (row: T) => boolean
  /** Where several rows can be chosen: those that are, beside the one that is open. */
  marks?: Marks
  /** The last rows came into sight: more may be fetched. */
  onEnd?: () => void
  /** The cells of a row. */
  children: (row: T) => ReactNode
}

/** A list of even rows of any length: one focus, arrow keys open rows, Escape closes. */
export function RowList<T>(props: RowListProps<T>) {
  const { label, grid, head, rows, keyOf, selected, onSelect, onOpen, dimmed, marks, onEnd, children } = props
  const scroller = useRef<HTMLDivElement>(null)
  const view = useVirtualWindow(scroller, evenRows(rows.length, ROW_HEIGHT))
  const nearEnd = view.end >= rows.length
  useEffect(() => {
    if (nearEnd) onEnd?.()
  }, [nearEnd, onEnd])

  const reveal = (index: number) => {
    const top = index * ROW_HEIGHT
    if (top < view.top) view.scrollTo(top)
    else if (top + ROW_HEIGHT > view.top + view.viewport) view.scrollTo(top + ROW_HEIGHT - view.viewport)
  }
  const onSelected = useEffectEvent((selected: string | null) => {
    const index = rows.findIndex((row) => keyOf(row) === selected)
    if (index >= 0) reveal(index)
  })
  const laidOut = view.viewport > 0
  // What is opened from elsewhere must be in sight.
  useEffect(() => {
    if (laidOut) onSelected(selected)
  }, [selected, laidOut])

  const toggle = (key: string) => marks?.set(marks.keys.symmetricDifference(new Set([key])))
  const onClick = (event: MouseEvent, key: string) => {
    if (marks === undefined) {
      onOpen?.()
      return onSelect(key)
    }
    if (event.ctrlKey || event.metaKey) return toggle(key)
    if (!event.shiftKey) return onSelect(key)
    const ends = [selected ?? key, key].map((end) => rows.findIndex((row) => keyOf(row) === end))
    const range = rows.slice(Math.min(...ends), Math.max(...ends) + 1)
    marks.set(marks.keys.union(new Set(range.map(keyOf))))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (marks !== undefined && event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return marks.set(new Set(rows.map(keyOf)))
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') {
      if (marks !== undefined && marks.keys.size > 0) return marks.set(new Set())
      return onSelect(null)
    }
    if (event.key === ' ' && marks !== undefined && selected !== null) {
      event.preventDefault()
      return toggle(selected)
    }
    if (event.key === 'Enter') {
      // Else the same key press would click what it has just focused.
      event.preventDefault()
      // What opens the pane must be rendered before it can be gone into.
      if (onOpen !== undefined) flushSync(onOpen)
      const pane = document.querySelector<HTMLElement>('[data-detail]')
      return (pane?.querySelector<HTMLElement>('[role=tab][data-active]') ?? pane)?.focus()
    }
    const current = rows.findIndex((row) => keyOf(row) === selected)
    const page = Math.max(1, Math.floor(view.viewport / ROW_HEIGHT) - 1)
    const index = target(event.key, current, page, rows.length)
    const row = index === null ? undefined : rows[index]
    if (index === null || row === undefined) return
    event.preventDefault()
    onSelect(keyOf(row))
    reveal(index)
  }

  return (
    <Grid
      className={styles['list']}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-activedescendant={selected === null ? undefined : `row-${selected}`}
      aria-multiselectable={marks === undefined ? undefined : true}
      tabIndex={0}
      onKeyDown={onKeyDown}
      data-list
    >
      {head !== null && <GridRow className={`${styles['head']} ${grid}`}>{head}</GridRow>}
      <div className={styles['scroller']} ref={scroller}>
        <div className={styles['sizer']} style={{ height: view.height }}>
          {rows.slice(view.first, view.end).map((row, place) => {
            const key = keyOf(row)
            const index = view.first + place
            return (
              <GridRow
                key={key}
                id={`row-${key}`}
                className={`${styles['row']} ${grid}`}
                style={{ transform: `translateY(${index * ROW_HEIGHT + view.shift}px)` }}
                aria-rowindex={index + 2}
                aria-selected={marks === undefined ? key === selected : marks.keys.has(key)}
                data-open={key === selected}
                data-dim={dimmed?.(row) || undefined}
                onClick={(event) => onClick(event, key)}
              >
                {children(row)}
              </GridRow>
            )
          })}
        </div>
      </div>
    </Grid>
  )
}

/** The row that a key goes to from `current` (-1: none is open yet); null for keys that do not move. */
function target(key: string, current: number, page: number, count: number): number | null {
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return Math.min(last, current + 1)
    case 'ArrowUp':
    case 'k':
      return Math.max(0, current - 1)
    case 'PageDown':
      return Math.min(last, current + page)
    case 'PageUp':
      return Math.max(0, current - page)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
