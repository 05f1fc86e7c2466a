import type { QueryClient } from '@tanstack/react-query'
import type { ApiClient } from '../../../api/client.ts'
import { parseGrep } from '../grep-text.ts'
import type { GrepHit } from '../grep-text.ts'
import { pageQuery } from '../page-query.ts'
import type { ContentSource, EntryDetail } from '../source.ts'

/** What is looked for in one content. */
export interface Search {
  readonly text: string
  readonly regex: boolean
  readonly matchCase: boolean
}

export const HITS_PER_PAGE = 100

const META = /[\\^$.*+?()[\]{}|]/g

export const patternOf = ({ text, regex }: Search): string =>
  regex ? text : text.replaceAll(META, String.raw`\$&`)

const grepOf = (entry: EntryDetail, search: Search) =>
  ({
    id: entry.id,
    mode: 'grep',
    pattern: patternOf(search),
    ignoreCase: !search.matchCase,
    context: 0,
  }) as const

const keyOf = (entry: EntryDetail, search: Search) => ['content', entry.id, entry.sha256, 'find', search]

/** How many lines match, in the whole content. */
export const hitCount = (client: ApiClient, entry: EntryDetail, search: Search) => ({
  queryKey: [...keyOf(entry, search), 'count'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { returned } = await client.call('readEntry', { ...grepOf(entry, search), count: true }, signal)
    return returned.count
  },
  staleTime: Infinity,
  gcTime: 60_000,
})

/** A page of the matching lines, in order. */
export const hitPage = (client: ApiClient, entry: EntryDetail, search: Search, page: number) => ({
  queryKey: [...keyOf(entry, search), page],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const hits: GrepHit[] = []
    // One reply holds no more than so many characters: long lines take several.
    for (let more = true; more && hits.length < HITS_PER_PAGE;) {
      const offset = page * HITS_PER_PAGE + hits.length
      const limit = HITS_PER_PAGE - hits.length
      const read = await client.call('readEntry', { ...grepOf(entry, search), offset, limit }, signal)
      hits.push(...parseGrep(read.text))
      more = read.truncated && read.returned.count > 0
    }
    return hits
  },
  staleTime: Infinity,
  gcTime: 60_000,
})

/** The character at which a hit is to be shown: that of its line, or of the part of it that was cut out around the match. */
export async function charOfHit(
  client: ApiClient,
  queryClient: QueryClient,
  source: ContentSource,
  entry: EntryDetail,
  { line, char }: GrepHit,
): Promise<number> {
  if (char !== null) return char
  if (source.shows !== 'lines') {
    const { span } = await client.call('readEntry', {
      id: entry.id,
      mode: 'lines',
      start: line,
      end: line + 1,
    })
    return span?.[0] ?? 0
  }
  // The page that the line lies in is needed to show it anyway, and it knows where its lines begin.
  const rows = await queryClient.fetchQuery(
    pageQuery(source, entry, Math.floor((line - 1) / source.pageRows)),
  )
  return rows[(line - 1) % source.pageRows]?.start ?? 0
}
