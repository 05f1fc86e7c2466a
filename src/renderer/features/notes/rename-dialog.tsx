import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import type { ListedNote } from '../../../shared/contract/notes.ts'
import ask from '../../ui/ask.module.css'
import { Button } from '../../ui/button.tsx'
import dialog from '../../ui/dialog.module.css'
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
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog['veil']} />
        <Dialog.Popup className={dialog['dialog']}>
          <Dialog.Title className={dialog['title']}>Rename {note.name}</Dialog.Title>
          <Dialog.Description className={dialog['about']}>
            Agents that ask for the old name will not find it any more.
          </Dialog.Description>
          <form
            onSubmit={(event) => {
              event.preventDefault()
              void run()
            }}
          >
            <NoteName value={name} onChange={setName} />
            <div className={ask['buttons']}>
              <Dialog.Close render={<Button>Cancel</Button>} />
              <Button type="submit" look="primary" disabled={name === note.name}>
                Rename
              </Button>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
