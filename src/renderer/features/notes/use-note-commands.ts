import { useQueryClient } from '@tanstack/react-query'
import type { OperationInput } from '../../../shared/contract.ts'
import type { ListedNote } from '../../../shared/contract/notes.ts'
import type { Entry } from '../../../shared/entry.ts'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { notify, notifyFailure } from '../../ui/toasts.tsx'

interface NoteCommands {
  /** Over that version alone; null where it was refused, which is said. */
  write: (note: ListedNote, text: string, version: number) => Promise<Entry | null>
  create: (note: OperationInput<'putNote'>) => Promise<Entry | null>
  /** True where it was done. */
  rename: (note: ListedNote, name: string) => Promise<boolean>
  /** After a few seconds in which it can be taken back. */
  remove: (note: ListedNote) => void
}

/** The verbs of notes, each saying why it was refused. */
export function useNoteCommands(): NoteCommands {
  const { client } = useServices()
  const queryClient = useQueryClient()
  const attempt = async <T>(refused: string, work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work()
    } catch (error) {
      notifyFailure(refused, error)
      return null
    } finally {
      // Also where it was refused: most often because somebody else wrote it.
      await queryClient.invalidateQueries({ queryKey: ['notes'] })
    }
  }
  const removeNow = (id: string, name: string) =>
    attempt(`${name} was not deleted`, () => client.call('deleteEntry', { id }))

  return {
    write: ({ id, name }, content, ifVersion) =>
      attempt(`${name} was not saved`, async () => {
        const written = await client.call('rewriteNote', { id, content, ifVersion })
        // So that the list, once it tells of the new version, finds its text here. A redacted one is not what was typed.
        const { version, redactions } = written
        if (redactions === 0)
          queryClient.setQueryData(queries.noteVersion(client, written).queryKey, { version, text: content })
        return written
      }),
    create: (note) => attempt(`${note.name} was not written`, () => client.call('putNote', note)),
    rename: async ({ id, name: before }, name) =>
      (await attempt(`${before} was not renamed`, () => client.call('updateEntry', { id, name }))) !== null,
    remove({ id, name }) {
      // Held back until the toast goes: the bytes could not be brought back.
      const action = { label: 'Undo', run: () => notify({ title: `${name} stays` }) }
      notify({ title: `Deleting ${name}…`, action, onExpire: () => void removeNow(id, name) })
    },
  }
}
