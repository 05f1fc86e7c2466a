import { useQuery } from '@tanstack/react-query'
import { useServices } from '../../state/services.ts'
import { ERROR_PATTERN } from './errors.ts'
import { parseGrep } from './grep-text.ts'
import type { EntryDetail } from './source.ts'

/** Where a line that tells of an error begins. */
export interface ErrorMark {
  readonly line: number
  readonly char: number
}

/** The error lines of an entry, as many as one grep gives back, and how many there are in all. */
export function useErrorMarks(entry: EntryDetail): { errors: readonly ErrorMark[]; total: number } {
  const { client } = useServices()
  const { data } = useQuery({
    queryKey: ['content', entry.id, entry.sha256, 'errors'],
    queryFn: async ({ signal }) => {
      const found = await client.call(
        'readEntry',
        { id: entry.id, mode: 'grep', pattern: ERROR_PATTERN, context: 0 },
        signal,
      )
      return parseGrep(found.text, entry)
    },
    enabled: entry.chars !== null,
    staleTime: Infinity,
  })
  return data ?? { errors: [], total: 0 }
}
