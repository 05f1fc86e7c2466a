import { Pause, Play } from 'lucide-react'
import { useServices, useTimeline } from '../../state/services.ts'
import { useView } from '../../state/view.ts'
import { formatCount } from '../../ui/format.ts'
import { Hint } from '../../ui/hint.tsx'
import styles from './live-toggle.module.css'

/** Live: rows arrive. Paused: they are counted and kept back. It says so when the daemon is not there. */
export function LiveToggle() {
  const { timeline } = useServices()
  const live = useTimeline((state) => state.live)
  const waiting = useTimeline((state) => state.waiting)
  const paused = useView((view) => view.paused)
  const togglePaused = useView((view) => view.togglePaused)

  const state = paused ? 'paused' : live
  const words = {
    paused: 'Paused',
    live: 'Live',
    connecting: 'Connecting',
    down: 'No daemon',
    'signed-out': '',
  }
  return (
    <Hint text={paused ? 'Show what arrived and follow again' : 'Hold new rows back'} shortcut="P">
      <button
        type="button"
        className={styles['toggle']}
        data-state={state}
        aria-pressed={paused}
        onClick={() => togglePaused(timeline)}
      >
        <span className={styles['dot']} aria-hidden />
        {words[state]}
        {paused && waiting > 0 && <span className={styles['waiting']}>{formatCount(waiting)} waiting</span>}
        {paused ? <Play size={13} aria-hidden /> : <Pause size={13} aria-hidden />}
      </button>
    </Hint>
  )
}
