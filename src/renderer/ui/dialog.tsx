import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import styles from './dialog.module.css'

interface DialogProps {
  title: ReactNode
  /** What it does, or what comes of it, in a sentence. */
  about?: ReactNode
  /** Its own width and layout. */
  className?: string | undefined
  /** A click beside it does not close it: it shows what is shown only once. */
  stays?: boolean
  onClose: () => void
  children: ReactNode
}

/** A dialog in the middle of the window, open as long as it is mounted. */
export function ModalDialog({ title, about, className, stays = false, onClose, children }: DialogProps) {
  return (
    <Dialog.Root open onOpenChange={() => onClose()} disablePointerDismissal={stays}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['veil']} />
        <Dialog.Popup className={[styles['dialog'], className].filter(Boolean).join(' ')}>
          <Dialog.Title className={styles['title']}>{title}</Dialog.Title>
          {about !== undefined && (
            <Dialog.Description className={styles['about']}>{about}</Dialog.Description>
          )}
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** What can be done, the way out first; `Dialog.Close` closes. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={styles['buttons']}>{children}</div>
}
