import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useServices } from '../../../state/services.ts'
import { useView } from '../../../state/view.ts'
import type { ContentSource, EntryDetail } from '../source.ts'
import { charOfHit, hitCount, hitPage, HITS_PER_PAGE, patternOf } from './find-query.ts'
import type { Search } from './find-query.ts'

export interface Find {
  readonly search: Search
  change: (part: Partial<Search>) => void
  /** Which of the matching lines is shown, from 0. */
  readonly index: number
  /** Undefined while it is counted. */
  readonly total: number | undefined
  readonly error: Error | null
  step: (by: 1 | -1) => void
  /** What matches inside a line, where it is known to be harmless; null where nothing is looked for. */
  readonly mark: RegExp | null
}

const NOTHING: Search = { text: '', regex: false, matchCase: false }
const SETTLE_MS = 150

/** A search inside one content: the daemon finds the lines, each of them is gone to. */
export function useFind(source: ContentSource, entry: EntryDetail, open: boolean): Find {
  const { client } = useServices()
  const queryClient = useQueryClient()
  const jumpTo = useView((view) => view.jumpTo)
  const [search, setSearch] = useState(NOTHING)
  const [index, setIndex] = useState(0)
  const settled = useSettled(search)
  const enabled = open && settled.text !== ''

  const count = useQuery({ ...hitCount(client, entry, settled), enabled, retry: false })
  const page = useQuery({
    ...hitPage(client, entry, settled, Math.floor(index / HITS_PER_PAGE)),
    enabled: enabled && count.data !== undefined && count.data > 0,
    retry: false,
  })
  const hit = page.data?.[index % HITS_PER_PAGE]

  useEffect(() => {
    if (!enabled || hit === undefined) return
    const go = async () => jumpTo(entry.id, await charOfHit(client, queryClient, source, entry, hit))
    // A page that cannot be loaded says so in the viewer itself.
    go().catch(() => undefined)
  }, [enabled, hit, client, queryClient, source, entry, jumpTo])

  const total = enabled ? count.data : undefined
  const mark = useMemo(
    () => (enabled && total !== undefined && total > 0 ? markOf(settled) : null),
    [enabled, total, settled],
  )
  return {
    search,
    change: useCallback((part) => {
      setIndex(0)
      setSearch((now) => ({ ...now, ...part }))
    }, []),
    index,
    total,
    error: enabled ? (count.error ?? page.error) : null,
    step: (by) => total !== undefined && total > 0 && setIndex((now) => (now + by + total) % total),
    mark: useDeferredValue(mark),
  }
}

/** The daemon has run the pattern over every line within its time; only then is it run here. */
function markOf(search: Search): RegExp | null {
  try {
    return new RegExp(patternOf(search), search.matchCase ? 'g' : 'gi')
  } catch {
    // Patterns that only the daemon's engine flags allow are found, but not coloured.
    return null
  }
}

/** A value once it has not changed for a moment, so that typing a word is one search. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
