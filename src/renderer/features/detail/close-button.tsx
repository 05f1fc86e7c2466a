import { X } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Hint } from '../../ui/hint.tsx'
import { useClosePane } from './close-pane.ts'
import styles from './detail-pane.module.css'

export function CloseButton() {
  const close = useClosePane()
  return (
    <Hint text="Close" shortcut="Esc">
      <Button look="quiet" className={styles['icon']} aria-label="Close the detail" onClick={close}>
        <X size={15} />
      </Button>
    </Hint>
  )
}
