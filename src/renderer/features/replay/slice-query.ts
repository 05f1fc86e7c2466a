import { queryOptions } from '@tanstack/react-query'
import type { OperationInput } from '../../../shared/contract.ts'
import type { Read } from '../../../shared/entry.ts'
import type { ApiClient } from '../../api/client.ts'

/** What a read gave: it is not stored, the same parameters give the same slice of what is. */
export const sliceQuery = (
  client: ApiClient,
  entry: string,
  { id, mode, params }: Pick<Read, 'id' | 'mode' | 'params'>,
) =>
  queryOptions({
    queryKey: ['slice', entry, id],
    queryFn: ({ signal }) =>
      client.call('readEntry', { ...params, mode, id: entry } as OperationInput<'readEntry'>, signal),
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  })
