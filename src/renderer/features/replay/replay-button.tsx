import { Play } from 'lucide-react'
import { useView } from '../../state/view.ts'
import styles from './replay-button.module.css'

interface ReplayButtonProps {
  turn: string
  /** What the turn is called where the button stands. */
  name: string
  /** -1 in a list that has one focus: its key is `r`. */
  tabIndex?: -1 | 0
}

/** The way from a turn's header into its replay. */
export function ReplayButton({ turn, name, tabIndex = 0 }: ReplayButtonProps) {
  const replay = useView((view) => view.replay)
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      className={styles['button']}
      aria-label={`Replay ${name}`}
      title={`Replay ${name}`}
      onClick={() => replay(turn)}
    >
      <Play size={12} aria-hidden />
    </button>
  )
}
