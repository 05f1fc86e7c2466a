import { useCallback } from 'react'
import type { KeyboardEvent } from 'react'
import { useOpened, useView } from '../../state/view.ts'
import { ROW_HEIGHT } from './model/layout.ts'
import type { Layout } from './model/layout.ts'
import type { Follow } from './use-follow.ts'
import { useTimeline } from '../../state/services.ts'
import { keysBetween, toggled } from './use-marks.ts'

/** The next index from `from` on, walking by `step`, whose row is not a turn's header; -1 where none is left. */
function itemFrom(layout: Layout, from: number, step: 1 | -1): number {
  for (let index = from; index >= 0 && index < layout.count; index += step) {
    if (layout.rowAt(index)?.kind !== 'turn') return index
  }
  return -1
}

const SAME: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp' }

/**
 * Arrow keys (or j and k), page keys, Home and End open rows, with Shift they select them together as Space does; Enter goes into
 * the open one, Escape closes it.
 */
export function useListKeys(layout: Layout, view: Follow): (event: KeyboardEvent) => void {
  const selected = useOpened('timeline')
  const select = useView((view) => view.select)
  const open = useTimeline(({ timeline }) => (selected === null ? undefined : timeline.row(selected)))
  return useCallback(
    (event) => {
      // What stands inside the list (the head of a column, the pill) has keys of its own.
      if (event.target !== event.currentTarget) return
      const page = Math.max(1, Math.floor(view.viewport / ROW_HEIGHT) - 2)
      const current = open === undefined ? -1 : layout.indexOf(open)
      const from = current < 0 ? layout.indexAt(view.top) - 1 : current
      const targets: Readonly<Record<string, () => number>> = {
        ArrowDown: () => itemFrom(layout, from + 1, 1),
        ArrowUp: () => itemFrom(layout, from - 1, -1),
        PageDown: () => itemFrom(layout, Math.min(layout.count - 1, from + page), -1),
        PageUp: () => itemFrom(layout, Math.max(0, from - page), 1),
        Home: () => itemFrom(layout, 0, 1),
        End: () => itemFrom(layout, layout.count - 1, -1),
      }
      const { marked, setMarked } = useView.getState()
      if (event.key === 'Escape' && marked.length > 0) return setMarked([])
      if (event.key === ' ' && selected !== null) {
        event.preventDefault()
        return setMarked(toggled(marked, selected))
      }
      if (event.key === 'Escape') select(null)
      else if (event.key === 'Enter')
        document.querySelector<HTMLElement>('[data-detail] [role=tab][data-active]')?.focus()
      const target = event.ctrlKey || event.metaKey ? undefined : targets[SAME[event.key] ?? event.key]
      if (target === undefined) return
      const index = target()
      event.preventDefault()
      const row = layout.rowAt(index)
      if (row === undefined) return
      // With Shift the rows on the way are selected together.
      if (event.shiftKey && open !== undefined)
        setMarked([...new Set([...marked, ...keysBetween(layout, current, index)])])
      select(row.key)
      view.reveal(index)
    },
    [layout, open, select, selected, view],
  )
}
