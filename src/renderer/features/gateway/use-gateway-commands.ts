import { useQueryClient } from '@tanstack/react-query'
import type { OperationInput } from '../../../shared/contract.ts'
import { useServices } from '../../state/services.ts'
import { notify, notifyFailure } from '../../ui/toasts.tsx'

interface GatewayCommands {
  restart: (server: string) => Promise<void>
  /** Switches a server, or tools of it, on or off. */
  update: (change: OperationInput<'updateUpstream'>) => Promise<void>
  /** Takes the results of a server or a tool, or leaves them out. */
  capture: (on: boolean, what: OperationInput<'pauseCapture'>) => Promise<void>
}

/** The verbs of servers; what a switch shows follows what the daemon answers. */
export function useGatewayCommands(): GatewayCommands {
  const { client } = useServices()
  const queryClient = useQueryClient()
  const attempt = async (refused: string, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      notifyFailure(refused, error)
    }
    await Promise.all(
      ['upstreams', 'upstream-tools', 'capture'].map((key) =>
        queryClient.invalidateQueries({ queryKey: [key] }),
      ),
    )
  }
  return {
    restart: (name) =>
      attempt(`${name} was not restarted`, async () => {
        await client.call('restartUpstream', { name })
        notify({ title: `${name} was stopped`, description: 'The next call starts it anew.' })
      }),
    update: (change) =>
      attempt(`${change.name} was not changed`, () => client.call('updateUpstream', change)),
    capture: (on, what) =>
      attempt('Capture was not changed', () => client.call(on ? 'resumeCapture' : 'pauseCapture', what)),
  }
}
