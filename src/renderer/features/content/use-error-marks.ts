import type { QueryClient } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import type { ApiClient } from '../../api/client.ts'
import { useServices } from '../../state/services.ts'
import { ERROR_PATTERN, tellsOfErrors } from './errors.ts'
import type { Coverage } from './coverage.ts'
import { touches } from './coverage.ts'
import { charOfHit } from './find/find-query.ts'
import { parseGrep } from './grep-text.ts'
import type { ContentSource, EntryDetail } from './source.ts'

/** The error lines of an entry by the character they begin at, as many as one grep gives, and how many there are. */
export interface ErrorMarks {
  readonly chars: readonly number[]
  readonly total: number
}

/** The error lines that the agent never saw, by the character they begin at. */
export const unseenErrors = ({ chars }: ErrorMarks, { preview, reads }: Coverage): number[] =>
  chars.filter((char) => !touches(preview, char, char + 1) && !touches(reads, char, char + 1))

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
  const chars = parseGrep(found.text).map((hit) => charOfHit(client, queryClient, source, entry, hit))
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
