import { useQuery, useQueryClient } from '@tanstack/react-query'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { notifyFailure } from '../../ui/toasts.tsx'
import { ConfirmationBar } from './confirmation-bar.tsx'

/** Calls that wait for a person: they would hand stored content to a tool that reaches the outside world. */
export function Confirmations() {
  const { client } = useServices()
  const queryClient = useQueryClient()
  const { queryKey, ...waiting } = queries.confirmations(client)
  const { data } = useQuery({ queryKey, ...waiting })

  const answer = async (id: string, allow: boolean) => {
    try {
      await client.call('answerConfirmation', { id, allow })
    } catch (error) {
      notifyFailure('That call does not wait any more', error)
    }
    await queryClient.invalidateQueries({ queryKey })
  }

  return data?.items.map((one) => (
    <ConfirmationBar key={one.id} confirmation={one} onAnswer={(allow) => void answer(one.id, allow)} />
  ))
}
