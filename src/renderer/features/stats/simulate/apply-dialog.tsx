import { Dialog } from '@base-ui/react/dialog'
import { Button } from '../../../ui/button.tsx'
import { DialogButtons, ModalDialog } from '../../../ui/dialog.tsx'
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
    <ModalDialog
      title="Apply this policy"
      about="These values of config.json change; the rest stays as it was written."
      onClose={onClose}
    >
      <ul className={styles['changes']}>
        {changes.map(({ path, before, after }) => (
          <li key={path.join('.')}>
            <span>{path.join('.')}</span>
            {before === undefined ? 'not set' : <del>{said(before)}</del>} → <ins>{said(after)}</ins>
          </li>
        ))}
      </ul>
      <DialogButtons>
        <Dialog.Close render={<Button>Cancel</Button>} />
        <Button look="primary" onClick={() => void apply()}>
          Apply
        </Button>
      </DialogButtons>
    </ModalDialog>
  )
}

const said = (value: unknown) => (value === undefined ? 'not set' : JSON.stringify(value))
