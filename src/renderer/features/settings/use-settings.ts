import { useQueryClient } from '@tanstack/react-query'
import type { OperationInput } from '../../../shared/contract.ts'
import { useServices } from '../../state/services.ts'
import { notify, notifyFailure } from '../../ui/toasts.tsx'

interface SettingsCommands {
  /** Changes single values; the rest of the file stays as it was written, comments too. True where it was taken. */
  set: (changes: OperationInput<'editConfig'>['changes']) => Promise<boolean>
  /** Writes the whole file. True where it was taken. */
  write: (text: string, was: string) => Promise<boolean>
}

/** What changes the configuration; a refusal says where it is wrong, and nothing is written then. */
export function useSettings(): SettingsCommands {
  const { client } = useServices()
  const queryClient = useQueryClient()
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work()
      return true
    } catch (error) {
      notifyFailure('The configuration was not changed', error)
      return false
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['config'] })
    }
  }
  return {
    set: (changes) => attempt(() => client.call('editConfig', { changes })),
    write: (text, was) =>
      attempt(async () => {
        await client.call('writeConfigText', { text, was })
        notify({ title: 'config.json saved', description: 'It is in force.' })
      }),
  }
}
