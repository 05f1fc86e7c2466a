import { X } from 'lucide-react'
import { useView } from '../../state/view.ts'
import { Button } from '../../ui/button.tsx'
import { Hint } from '../../ui/hint.tsx'
import styles from './detail-pane.module.css'

export function CloseButton() {
  const select = useView((view) => view.select)
  return (
    <Hint text="Close" shortcut="Esc">
      <Button
        look="quiet"
        className={styles['icon']}
        aria-label="Close the detail"
        onClick={() => select(null)}
      >
        <X size={15} />
      </Button>
    </Hint>
  )
}
