import { Dialog } from '@base-ui/react/dialog'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useServices } from '../../state/services.ts'
import { Button } from '../../ui/button.tsx'
import { DialogButtons, ModalDialog } from '../../ui/dialog.tsx'
import field from '../../ui/field.module.css'
import { notifyFailure } from '../../ui/toasts.tsx'
import styles from './server-pane.module.css'
import { TokenOnce } from './token-once.tsx'

/** Makes a client by name and shows its token, this once. */
export function NewClientDialog({ onClose }: { onClose: () => void }) {
  const { client } = useServices()
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [token, setToken] = useState<string | null>(null)
  const make = async () => {
    try {
      setToken((await client.call('createClient', { name: name.trim() })).token)
    } catch (error) {
      notifyFailure('No client was made', error)
    }
    await queryClient.invalidateQueries({ queryKey: ['clients'] })
  }
  return (
    <ModalDialog
      title={token === null ? 'New client' : `${name.trim()} may come in`}
      about="A client sees only what it stored itself."
      stays={token !== null}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void make()
        }}
      >
        {token === null ? (
          <label className={styles['name']}>
            Name
            <input
              className={field['field']}
              value={name}
              onChange={({ target }) => setName(target.value)}
              maxLength={100}
              required
              placeholder="my-agent"
              spellCheck={false}
            />
          </label>
        ) : (
          <TokenOnce token={token} />
        )}
        <DialogButtons>
          <Dialog.Close render={<Button>{token === null ? 'Cancel' : 'Done'}</Button>} />
          {token === null && (
            <Button type="submit" look="primary" disabled={name.trim() === ''}>
              Make
            </Button>
          )}
        </DialogButtons>
      </form>
    </ModalDialog>
  )
}
