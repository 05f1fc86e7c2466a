import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { DialogButtons } from './dialog.tsx'
import dialog from './dialog.module.css'

interface AskProps {
  title: string
  /** What it leads to. */
  children: ReactNode
  /** The verb that does it. */
  does: string
  onYes: () => void
  onClose: () => void
}

/** Asks before something that cannot be undone. */
export function Ask({ title, children, does, onYes, onClose }: AskProps) {
  return (
    <AlertDialog.Root open onOpenChange={onClose}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialog['veil']} />
        <AlertDialog.Popup className={dialog['dialog']}>
          <AlertDialog.Title className={dialog['title']}>{title}</AlertDialog.Title>
          <AlertDialog.Description className={dialog['about']}>{children}</AlertDialog.Description>
          <DialogButtons>
            <AlertDialog.Close render={<Button>Cancel</Button>} />
            <AlertDialog.Close
              render={
                <Button look="danger" onClick={onYes}>
                  {does}
                </Button>
              }
            />
          </DialogButtons>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
