import type { ApiClient } from '../../api/client.ts'
import type { EntryDetail } from './source.ts'

/** The first `limit` bytes of a content, as they are. */
export const contentBytes = (client: ApiClient, { id, sha256, bytes }: EntryDetail, limit: number) => ({
  queryKey: ['content', id, sha256, 'bytes', limit],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const range = bytes > limit ? { headers: { range: `bytes=0-${limit - 1}` } } : {}
    const response = await client.fetch(`/entries/${encodeURIComponent(id)}/content`, { signal, ...range })
    return response.blob()
  },
  staleTime: Infinity,
  gcTime: 60_000,
})

/** As `contentBytes`, as text. */
export function contentText(client: ApiClient, entry: EntryDetail, limit: number) {
  const { queryKey, queryFn, ...rest } = contentBytes(client, entry, limit)
  const decoder = new TextDecoder(entry.encoding === 'binary' ? 'utf-8' : entry.encoding)
  return {
    ...rest,
    queryKey: [...queryKey, 'text'],
    queryFn: async (context: { signal: AbortSignal }) =>
      decoder.decode(await (await queryFn(context)).arrayBuffer()),
  }
}
