import { useQueryClient } from '@tanstack/react-query'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { notify, notifyFailure } from '../../ui/toasts.tsx'
import type { EntryDetail } from '../content/source.ts'
import { useClosePane } from './close-pane.ts'
import { fileName } from './file-name.ts'

interface EntryCommands {
  setPinned: (pinned: boolean) => void
  save: () => void
  /** After a few seconds in which it can be taken back. */
  remove: () => void
}

/** The verbs of one entry, each saying what came of it. */
export function useEntryCommands(entry: EntryDetail): EntryCommands {
  const { client, host } = useServices()
  const queryClient = useQueryClient()
  const close = useClosePane()
  const { id, name } = entry

  const pin = async (pinned: boolean, undoable: boolean): Promise<void> => {
    try {
      await client.call('updateEntry', { id, pinned })
      await queryClient.invalidateQueries({ queryKey: queries.entry(client, id).queryKey })
      notify({
        title: pinned ? `${name} is pinned` : `${name} is no longer pinned`,
        ...(undoable && { action: { label: 'Undo', run: () => void pin(!pinned, false) } }),
      })
    } catch (error) {
      notifyFailure(`${name} could not be changed`, error)
    }
  }

  const save = async () => {
    try {
      const place = await host.saveEntry(client, id, fileName(entry))
      if (place !== null) notify({ title: 'Saved', description: place })
    } catch (error) {
      notifyFailure(`${name} could not be saved`, error)
    }
  }

  const removeNow = async () => {
    try {
      await client.call('deleteEntry', { id })
    } catch (error) {
      notifyFailure(`${name} could not be deleted`, error)
    }
  }

  return {
    setPinned: (pinned) => void pin(pinned, true),
    save: () => void save(),
    remove() {
      close()
      // Held back until the toast goes: the bytes of a deleted entry could not be brought back.
      const action = { label: 'Undo', run: () => notify({ title: `${name} stays` }) }
      notify({ title: `Deleting ${name}…`, action, onExpire: () => void removeNow() })
    },
  }
}
