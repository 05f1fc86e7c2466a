import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useTimeline } from '../../state/services.ts'
import { useVirtualWindow } from '../../ui/virtual-window.ts'
import type { VirtualWindow } from '../../ui/virtual-window.ts'
import { ROW_HEIGHT, TURN_HEIGHT } from './model/layout.ts'
import type { Layout, RowFilter } from './model/layout.ts'
import type { Row } from './model/row.ts'

/** With several agents at work the view stays with one session until it has been quiet for this long. */
const QUIET_MS = 2_000

export interface Follow extends VirtualWindow {
  /** Rows that arrived out of sight. */
  unseen: number
  newestAbove: boolean
  showNewest: () => void
  /** Scrolls no further than needed. */
  reveal: (index: number) => void
}

/**
 * What the list looks at. While the newest row is in sight and nothing is open, it follows what arrives; as soon as
 * the person scrolls away or opens a row, rows that arrive never move what is looked at, they are counted.
 */
export function useFollow(
  ref: RefObject<HTMLElement | null>,
  layout: Layout,
  filter: RowFilter | null,
  opened: boolean,
): Follow {
  const timeline = useTimeline((state) => state.timeline)
  const arrived = useTimeline((state) => state.arrived)
  const landing = useTimeline(({ past }) => past?.landing ?? null)
  const [unseen, setUnseen] = useState(0)
  const following = useRef(true)
  const anchor = useRef<{ row: Row; offset: number } | null>(null)
  const followed = useRef<Followed>({ session: null, at: -QUIET_MS })
  const last = useRef({ layout: null as Layout | null, filter, timeline })

  const newestIndex = useCallback(() => {
    const { newest } = timeline
    return newest === null || filter?.(newest) === false ? -1 : layout.indexOf(newest)
  }, [timeline, layout, filter])

  const inSight = useCallback(
    (index: number) => {
      const element = ref.current
      if (element === null || index < 0) return false
      const y = layout.topOf(index) - element.scrollTop
      return y >= 0 && y + ROW_HEIGHT <= element.clientHeight
    },
    [ref, layout],
  )

  const dropAnchor = useCallback(() => {
    const top = ref.current?.scrollTop ?? 0
    const index = layout.indexAt(top)
    const row = layout.rowAt(index)
    anchor.current = row === undefined ? null : { row, offset: top - layout.topOf(index) }
  }, [ref, layout])

  const settle = useCallback(() => {
    dropAnchor()
    const seen = inSight(newestIndex())
    following.current = seen && !opened
    if (seen) setUnseen(0)
  }, [dropAnchor, inSight, newestIndex, opened])

  const view = useVirtualWindow(ref, layout, settle)
  const { scrollTo } = view

  const reveal = useCallback(
    (index: number) => {
      const element = ref.current
      if (element === null || index < 0) return
      // The header of the turn stays on top of its rows.
      const y = index <= 1 ? 0 : layout.topOf(index) - TURN_HEIGHT
      const below = layout.topOf(index) + ROW_HEIGHT - element.clientHeight
      if (y < element.scrollTop) scrollTo(y)
      else if (below > element.scrollTop) scrollTo(below)
      dropAnchor()
    },
    [ref, layout, scrollTo, dropAnchor],
  )

  /** What is followed is seen from where its turn begins, as far as that fits. */
  const revealTurn = useCallback(
    (index: number) => {
      const element = ref.current
      const head = layout.headAt(layout.topOf(index))
      if (element === null || index < 0 || head === undefined) return
      const top = layout.topOf(layout.indexOf(head))
      const fits = layout.topOf(index) + ROW_HEIGHT - top <= element.clientHeight
      if (fits && top < element.scrollTop) scrollTo(top)
      reveal(index)
    },
    [ref, layout, scrollTo, reveal],
  )

  // Opening a row ends following; closing it takes it up again where the newest row is in sight.
  const onOpened = useEffectEvent(settle)
  // oxlint-disable-next-line react/exhaustive-effect-dependencies, react/set-state-in-effect -- it is the change that matters.
  useEffect(() => onOpened(), [opened])

  useLayoutEffect(() => {
    const before = last.current
    last.current = { layout, filter, timeline }
    if (before.layout === layout) return
    if (before.layout === null || before.filter !== filter || before.timeline !== timeline) {
      following.current = !opened
      // oxlint-disable-next-line react/set-state-in-effect -- where the list stands is known only once it is laid out.
      setUnseen(0)
      scrollTo(0)
      if (landing === null || before.timeline === timeline) return reveal(newestIndex())
      following.current = false
      return reveal(layout.indexOf(landing))
    }
    const shown = arrived.filter((row) => filter === null || filter(row))
    const newest = shown.at(-1)
    if (newest !== undefined && following.current && stays(followed.current, newest.session)) {
      followed.current = { session: newest.session, at: performance.now() }
      return revealTurn(layout.indexOf(newest))
    }
    if (anchor.current !== null) {
      const index = layout.indexOf(anchor.current.row)
      if (index >= 0) scrollTo(layout.topOf(index) + anchor.current.offset)
    }
    const missed = shown.filter((row) => !inSight(layout.indexOf(row))).length
    // oxlint-disable-next-line react/set-state-in-effect -- as above.
    if (missed > 0) setUnseen((count) => count + missed)
  }, [layout, filter, timeline, arrived, landing, opened, scrollTo, reveal, revealTurn, newestIndex, inSight])

  const showNewest = () => {
    setUnseen(0)
    following.current = !opened
    reveal(newestIndex())
  }
  return {
    ...view,
    unseen,
    newestAbove: layout.topOf(Math.max(0, newestIndex())) < view.top,
    showNewest,
    reveal,
  }
}

interface Followed {
  readonly session: string | null
  /** When a row of it came last. */
  readonly at: number
}

/** Whether to follow a row of this session: the same as before, or another once that one is quiet. */
function stays(followed: Followed, session: string | null): boolean {
  return followed.session === session || performance.now() - followed.at > QUIET_MS
}
