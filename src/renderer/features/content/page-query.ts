import type { ContentSource, EntryDetail } from './source.ts'

/** Content never changes under the same hash, so a page that was loaded stays good; unused ones go after a minute. */
export const pageQuery = (source: ContentSource, entry: EntryDetail, page: number) => ({
  queryKey: ['content', entry.id, entry.sha256, 'page', page],
  queryFn: ({ signal }: { signal: AbortSignal }) => source.load(page, signal),
  staleTime: Infinity,
  gcTime: 60_000,
})
