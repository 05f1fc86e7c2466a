import type { QueryClient } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import type { ApiClient } from '../../api/client.ts'
import { useServices } from '../../state/services.ts'
import { ERROR_PATTERN, tellsOfErrors } from './errors.ts'
import { parseGrep } from './grep-text.ts'
import { pageQuery } from './page-query.ts'
import type { ContentSource, EntryDetail } from './source.ts'

/** The error lines of an entry by the character they begin at, as many as one grep gives, and how many there are. */
export interface ErrorMarks {
  readonly chars: readonly number[]
  readonly total: number
}

const NONE: ErrorMarks = { chars: [], total: 0 }

async function findErrors(
  client: ApiClient,
  queryClient: QueryClient,
  source: ContentSource,
  entry: EntryDetail,
  signal: AbortSignal,
): Promise<ErrorMarks> {
  const grep = { id: entry.id, mode: 'grep', pattern: ERROR_PATTERN, context: 0 } as const
  const found = await client.call('readEntry', grep, signal)
  const { returned } = found.truncated
    ? await client.call('readEntry', { ...grep, count: true }, signal)
    : found
  // A grep gives line numbers; the page that a line lies in, which the viewer needs anyway, says at which character.
  const chars = parseGrep(found.text).map(async ({ line, char }) => {
    if (char !== null) return char
    const page = Math.floor((line - 1) / source.pageRows)
    const rows = await queryClient.fetchQuery(pageQuery(source, entry, page))
    return rows[(line - 1) % source.pageRows]?.start ?? 0
  })
  return { chars: await Promise.all(chars), total: returned.count }
}

/** Where the entry tells of errors; none where it is not text or is shown without its lines. */
export function useErrorMarks(source: ContentSource, entry: EntryDetail): ErrorMarks {
  const { client } = useServices()
  const { data } = useQuery({
    queryKey: ['content', entry.id, entry.sha256, 'errors'],
    queryFn: ({ signal, client: queryClient }) => findErrors(client, queryClient, source, entry, signal),
    enabled: source.shows === 'lines' && tellsOfErrors(entry.kind),
    staleTime: Infinity,
  })
  return data ?? NONE
}
