import { useEffect } from 'react'
import { useServices, useTimeline } from '../../state/services.ts'
import type { VirtualWindow } from '../../ui/virtual-window.ts'
import type { Layout } from './model/layout.ts'

/** A filter is searched for once nobody types any more. */
const SETTLE_MS = 300

/**
 * Fetches what lies before (after) the rows that are loaded as the end (the beginning) of the list comes into sight: every row,
 * or under a filter what the daemon finds by it.
 */
export function useHistory(layout: Layout, view: VirtualWindow, filter: string | null): void {
  const { timeline: store } = useServices()
  const hasOlder = useTimeline((state) => state.hasOlder)
  const hasNewer = useTimeline(({ past }) => past?.hasNewer ?? false)
  const timeline = useTimeline((state) => state.timeline)

  useEffect(() => {
    if (filter === null) return store.searchFor(null)
    const timer = setTimeout(() => store.searchFor(filter), SETTLE_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a timeline that was loaded anew is searched anew.
  }, [filter, store, timeline])

  const search = useTimeline((state) => state.search)
  const nearEnd = view.end >= layout.count
  useEffect(() => {
    if (!nearEnd) return
    if (filter === null) {
      if (hasOlder) void store.loadOlder()
    } else if (search?.filter === filter && !search.running) void store.searchOlder()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a page may not fill the window: each layout asks again.
  }, [nearEnd, hasOlder, filter, search, store, layout])

  const nearStart = view.first === 0
  useEffect(() => {
    if (nearStart && hasNewer && filter === null) void store.loadNewer()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- as above.
  }, [nearStart, hasNewer, filter, store, layout])
}
