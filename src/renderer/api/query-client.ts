import { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './failure.ts'

/** A refusal stays one however often it is asked again; only a missing answer is worth a retry. */
const retry = (count: number, error: Error) => count < 2 && error instanceof ApiFailure && error.status === 0

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry, staleTime: 10_000, refetchOnWindowFocus: false } },
  })
}
