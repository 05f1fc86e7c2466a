import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './toasts.module.css'

const manager = Toast.createToastManager()

interface Notice {
  title: string
  description?: string
  /** Something to do about it, most often to undo it. */
  action?: { label: string; run: () => void }
  /** Called once when the toast goes without its action. */
  onExpire?: () => void
  error?: boolean
}

const SHOWN_MS = 6_000
/** A toast that is pointed at, or in a window that is not, stays; but what waits for it to go must happen in the end. */
const LONGEST_MS = 20_000

/** Says that something happened, for a few seconds. */
export function notify({ title, description, action, onExpire, error = false }: Notice): void {
  let acted = false
  const id = manager.add({
    title,
    description,
    timeout: error ? 0 : SHOWN_MS,
    priority: error ? 'high' : 'low',
    type: error ? 'error' : 'done',
    onClose: () => {
      clearTimeout(longest)
      if (!acted) onExpire?.()
    },
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          acted = true
          action.run()
          manager.close(id)
        },
      },
    }),
  })
  const longest = onExpire && setTimeout(() => manager.close(id), LONGEST_MS)
}

/** Says that something failed, in the words of whoever refused it. Stays until closed. */
export function notifyFailure(title: string, thrown: unknown): void {
  const { message, hint } = thrown as { message?: string; hint?: string }
  notify({ title, description: [message, hint].filter(Boolean).join(' '), error: true })
}

function ToastList() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles['toast']} data-type={toast.type}>
      <div className={styles['words']}>
        <Toast.Title className={styles['title']} />
        <Toast.Description className={styles['description']} />
      </div>
      <Toast.Action className={styles['action']} />
      <Toast.Close className={styles['close']} aria-label="Close">
        <X size={14} />
      </Toast.Close>
    </Toast.Root>
  ))
}

/** The page with a place for toasts in its corner. */
export function Toasts({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider toastManager={manager}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className={styles['viewport']}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}
