import { useQuery } from '@tanstack/react-query'
import type { Stats } from '../../../shared/contract/figures.ts'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'

/** The figures of the whole store, whatever the range. */
export function useTotals(): Stats | undefined {
  const { client } = useServices()
  return useQuery(queries.stats(client)).data
}
