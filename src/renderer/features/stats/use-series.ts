import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { StatsSeries } from '../../../shared/contract/figures.ts'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import type { StatsPlace } from './stats-place.ts'

const EVERY_MS = 60_000

/** The figures of a range, of one tool or of all. */
export function useSeries({ range, tool }: Pick<StatsPlace, 'range' | 'tool'>): UseQueryResult<StatsSeries> {
  const { client } = useServices()
  return useQuery({
    ...queries.series(client, { ...range.ask, ...(tool !== null && { tool }) }),
    placeholderData: keepPreviousData,
    // Events tell of calls; that time went by and a bucket is over is told by nobody.
    refetchInterval: EVERY_MS,
  })
}
