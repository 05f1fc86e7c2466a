import { ArrowDown, ArrowUp } from 'lucide-react'
import { counted } from '../../ui/format.ts'
import styles from './timeline-list.module.css'

interface PillProps {
  unseen: number
  above: boolean
  onShow: () => void
}

/** How many rows arrived out of sight, and the way to them. */
export function NewRowsPill({ unseen, above, onShow }: PillProps) {
  return (
    <output>
      {unseen > 0 && (
        <button type="button" className={styles['pill']} data-above={above} onClick={onShow}>
          {above ? <ArrowUp size={14} aria-hidden /> : <ArrowDown size={14} aria-hidden />}
          {counted(unseen, 'new row')}
        </button>
      )}
    </output>
  )
}
