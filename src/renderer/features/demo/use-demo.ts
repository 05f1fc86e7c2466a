import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { DemoState } from '../../../shared/contract/demo.ts'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { notifyFailure } from '../../ui/toasts.tsx'

interface Demo {
  /** Undefined until the daemon has answered. */
  readonly demo: DemoState | undefined
  play: () => Promise<void>
  /** Ends it, or forgets the one that is over. */
  stop: () => Promise<void>
}

/** The scripted agent that a person can watch at work. */
export function useDemo(): Demo {
  const { client } = useServices()
  const queryClient = useQueryClient()
  const query = queries.demo(client)
  const { data } = useQuery(query)
  const attempt = async (refused: string, work: () => Promise<DemoState>) => {
    try {
      queryClient.setQueryData(query.queryKey, await work())
    } catch (error) {
      notifyFailure(refused, error)
      await queryClient.invalidateQueries({ queryKey: query.queryKey })
    }
  }
  return {
    demo: data,
    play: () => attempt('The demo was not started', () => client.call('playDemo', {})),
    stop: () => attempt('The demo was not stopped', () => client.call('stopDemo', {})),
  }
}
