import { Dialog } from '@base-ui/react/dialog'
import { Button } from '../../../ui/button.tsx'
import dialog from '../../../ui/dialog.module.css'
import { notify } from '../../../ui/toasts.tsx'
import { useSettings } from '../../settings/use-settings.ts'
import { type Change, toEdits } from './draft.ts'
import styles from './simulator.module.css'

interface ApplyProps {
  changes: readonly Change[]
  onApplied: () => void
  onClose: () => void
}

/** The exact change to the configuration, before it is made. */
export function ApplyDialog({ changes, onApplied, onClose }: ApplyProps) {
  const { set } = useSettings()
  const apply = async () => {
    if (!(await set(toEdits(changes)))) return
    notify({
      title: 'The policy is in force',
      description: 'For results from now on; what was stored stays.',
    })
    onApplied()
    onClose()
  }
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog['veil']} />
        <Dialog.Popup className={dialog['dialog']}>
          <Dialog.Title className={dialog['title']}>Apply this policy</Dialog.Title>
          <Dialog.Description className={dialog['about']}>
            These values of config.json change; the rest stays as it was written.
          </Dialog.Description>
          <ul className={styles['changes']}>
            {changes.map(({ path, before, after }) => (
              <li key={path.join('.')}>
                <span>{path.join('.')}</span>
                {before === undefined ? 'not set' : <del>{said(before)}</del>} → <ins>{said(after)}</ins>
              </li>
            ))}
          </ul>
          <div className={styles['buttons']}>
            <Dialog.Close render={<Button>Cancel</Button>} />
            <Button look="primary" onClick={() => void apply()}>
              Apply
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const said = (value: unknown) => (value === undefined ? 'not set' : JSON.stringify(value))
