import { useCallback } from 'react'
import type { MouseEvent } from 'react'
import { useTimeline } from '../../state/services.ts'
import { useView } from '../../state/view.ts'
import type { Layout } from './model/layout.ts'

export const toggled = (keys: readonly string[], key: string): string[] =>
  keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key]

/** The keys of the rows from one index to another, headers left out. */
export function keysBetween(layout: Layout, from: number, to: number): string[] {
  const keys: string[] = []
  for (let index = Math.min(from, to); index <= Math.max(from, to); index++) {
    const row = layout.rowAt(index)
    if (row !== undefined && row.kind !== 'turn') keys.push(row.key)
  }
  return keys
}

/** What a click on a row does: it opens it; with Ctrl it selects it beside others, with Shift all from the open one on. */
export function useMarks(layout: Layout): (event: MouseEvent, key: string) => void {
  const timeline = useTimeline((state) => state.timeline)
  return useCallback(
    (event, key) => {
      const { opened, marked, select, setMarked } = useView.getState()
      const open = opened['timeline'] ?? null
      if (event.ctrlKey || event.metaKey) {
        // The row that is open counts as the first of those that are selected.
        const first = marked.length === 0 && open !== null && open !== key ? [open] : marked
        return setMarked(toggled(first, key))
      }
      if (!event.shiftKey) {
        setMarked([])
        return select(key)
      }
      const [from, to] = [open ?? key, key].map((end) => {
        const row = timeline.row(end)
        return row === undefined ? -1 : layout.indexOf(row)
      })
      if (from === undefined || to === undefined || from < 0 || to < 0) return select(key)
      setMarked([...new Set([...marked, ...keysBetween(layout, from, to)])])
    },
    [layout, timeline],
  )
}
