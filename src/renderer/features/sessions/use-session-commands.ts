import { useQueryClient } from '@tanstack/react-query'
import type { Session } from '../../../shared/contract/recording.ts'
import { useServices } from '../../state/services.ts'
import { counted, formatBytes } from '../../ui/format.ts'
import { notify, notifyFailure } from '../../ui/toasts.tsx'

interface SessionCommands {
  /** Removes what a session stored, pins too, after a few seconds in which it can be taken back. */
  remove: (session: Pick<Session, 'id' | 'clientName'>) => void
}

/** The verbs of one session, each saying what came of it. */
export function useSessionCommands(): SessionCommands {
  const { client } = useServices()
  const queryClient = useQueryClient()

  const removeNow = async (id: string) => {
    try {
      const { entries, freedBytes } = await client.call('deleteSession', { id })
      notify({
        title: `${counted(entries, 'entry', 'entries')} removed`,
        description: `${formatBytes(freedBytes)} freed`,
      })
      await queryClient.invalidateQueries({ queryKey: ['session', id] })
    } catch (error) {
      notifyFailure('Nothing was removed', error)
    }
  }

  return {
    remove(session) {
      const of = `what ${session.clientName} stored in this session`
      // Held back until the toast goes: the bytes could not be brought back.
      const action = { label: 'Undo', run: () => notify({ title: `All of ${of} stays` }) }
      notify({ title: `Deleting ${of}…`, action, onExpire: () => void removeNow(session.id) })
    },
  }
}
