import { useView } from '../../state/view.ts'
import { Hint } from '../../ui/hint.tsx'
import { MOD } from '../../ui/keys.ts'
import { LiveToggle } from './live-toggle.tsx'
import styles from './top-bar.module.css'
import { useViewEntry } from './use-view-entry.ts'

/** What the view is asked with, the way to everything else, and whether it is live. */
export function TopBar() {
  const { Bar, name } = useViewEntry()
  const setOverlay = useView((view) => view.setOverlay)
  return (
    <header className={styles['bar']}>
      {Bar === null ? <h1 className={styles['title']}>{name}</h1> : <Bar />}
      <Hint text="Go anywhere, do anything">
        <button
          type="button"
          className={styles['palette']}
          aria-label={`Command palette, ${MOD} K`}
          onClick={() => setOverlay('palette')}
        >
          {MOD} K
        </button>
      </Hint>
      <LiveToggle />
    </header>
  )
}
