import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { EntrySort } from '../../../shared/contract/entries.ts'
import type { Entry } from '../../../shared/entry.ts'
import { queries } from '../../api/queries.ts'
import { useMore } from '../../api/use-more.ts'
import { useServices } from '../../state/services.ts'

interface Entries {
  /** Undefined until the first page is there. */
  readonly entries: readonly Entry[] | undefined
  /** All that match, loaded or not. */
  readonly total: number
  readonly error: Error | null
  readonly more: () => void
}

/** The entries that match a filter, in an order, page by page as the list asks for them. */
export function useEntries(filter: string, sort: EntrySort): Entries {
  const { client } = useServices()
  const pages = useInfiniteQuery({
    ...queries.entries(client, { filter, sort }),
    placeholderData: keepPreviousData,
  })
  const { data, error } = pages
  const entries = useMemo(() => data?.pages.flatMap(({ items }) => items), [data])
  const more = useMore(pages)
  return { entries, total: data?.pages.at(-1)?.total ?? 0, error, more }
}
