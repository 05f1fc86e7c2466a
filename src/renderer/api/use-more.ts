import type { InfiniteQueryObserverResult } from '@tanstack/react-query'
import { useCallback } from 'react'

type Paged = Pick<InfiniteQueryObserverResult, 'hasNextPage' | 'isFetching' | 'fetchNextPage'>

/** What a list calls when its end comes into sight: fetches the next page, where there is one and none is on its way. */
export function useMore({ hasNextPage, isFetching, fetchNextPage }: Paged): () => void {
  return useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
}
