import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import type { Turn } from '../../../shared/contract/recording.ts'
import ask from '../../ui/ask.module.css'
import { Button } from '../../ui/button.tsx'
import dialog from '../../ui/dialog.module.css'
import field from '../../ui/field.module.css'
import styles from './session-pane.module.css'
import { useTurnCommands } from './use-turn-commands.ts'

/** What a turn is called, and what was asked in it. */
export function RenameTurn({ turn, onClose }: { turn: Turn; onClose: () => void }) {
  const { rename } = useTurnCommands()
  const [title, setTitle] = useState(turn.title ?? '')
  const [prompt, setPrompt] = useState(turn.prompt ?? '')
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog['veil']} />
        <Dialog.Popup className={dialog['dialog']}>
          <Dialog.Title className={dialog['title']}>Turn {turn.number}</Dialog.Title>
          <Dialog.Description className={dialog['about']}>
            A title stands in the place of the prompt wherever turns are listed.
          </Dialog.Description>
          <form
            className={styles['names']}
            onSubmit={(event) => {
              event.preventDefault()
              void rename(turn, title, prompt)
              onClose()
            }}
          >
            <label>
              Title
              <input
                className={field['field']}
                value={title}
                onChange={({ target }) => setTitle(target.value)}
                maxLength={200}
              />
            </label>
            <label>
              Prompt
              <textarea
                className={field['field']}
                value={prompt}
                onChange={({ target }) => setPrompt(target.value)}
                maxLength={65_536}
                rows={4}
              />
            </label>
            <div className={ask['buttons']}>
              <Dialog.Close render={<Button>Cancel</Button>} />
              <Button type="submit" look="primary">
                Save
              </Button>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
