import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import type { ListedNote } from '../../../shared/contract/notes.ts'
import { Button } from '../../ui/button.tsx'
import { DialogButtons, ModalDialog } from '../../ui/dialog.tsx'
import { NoteName } from './note-name.tsx'
import { useNoteCommands } from './use-note-commands.ts'

/** Gives a note another name; agents that know the old one do not find it any more. */
export function RenameDialog({ note, onClose }: { note: ListedNote; onClose: () => void }) {
  const [name, setName] = useState(note.name)
  const { rename } = useNoteCommands()
  const run = async () => {
    if (await rename(note, name)) onClose()
  }
  return (
    <ModalDialog
      title={<>Rename {note.name}</>}
      about="Agents that ask for the old name will not find it any more."
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <NoteName value={name} onChange={setName} />
        <DialogButtons>
          <Dialog.Close render={<Button>Cancel</Button>} />
          <Button type="submit" look="primary" disabled={name === note.name}>
            Rename
          </Button>
        </DialogButtons>
      </form>
    </ModalDialog>
  )
}
