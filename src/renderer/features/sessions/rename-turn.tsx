import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import type { Turn } from '../../../shared/contract/recording.ts'
import { Button } from '../../ui/button.tsx'
import { DialogButtons, ModalDialog } from '../../ui/dialog.tsx'
import field from '../../ui/field.module.css'
import styles from './session-pane.module.css'
import { useTurnCommands } from './use-turn-commands.ts'

/** What a turn is called, and what was asked in it. */
export function RenameTurn({ turn, onClose }: { turn: Turn; onClose: () => void }) {
  const { rename } = useTurnCommands()
  const [title, setTitle] = useState(turn.title ?? '')
  const [prompt, setPrompt] = useState(turn.prompt ?? '')
  return (
    <ModalDialog
      title={<>Turn {turn.number}</>}
      about="A title stands in the place of the prompt wherever turns are listed."
      onClose={onClose}
    >
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
        <DialogButtons>
          <Dialog.Close render={<Button>Cancel</Button>} />
          <Button type="submit" look="primary">
            Save
          </Button>
        </DialogButtons>
      </form>
    </ModalDialog>
  )
}
