import { useView } from '../../state/view.ts'
import { Hint } from '../../ui/hint.tsx'
import { Logo } from '../../ui/logo.tsx'
import { useReadOnly } from '../share/read-only.tsx'
import { VIEWS } from '../views.ts'
import styles from './rail.module.css'
import { ThemeMenu } from './theme-menu.tsx'
import { useViewEntry } from './use-view-entry.ts'

/** The way between views, and what concerns all of them. */
export function Rail() {
  const goTo = useView((view) => view.goTo)
  const shown = useViewEntry()
  const readOnly = useReadOnly()
  const offered = VIEWS.map((entry, index) => ({ ...entry, index })).filter(
    ({ ofHome }) => readOnly === null || ofHome !== true,
  )
  return (
    <nav className={styles['rail']} aria-label="Views">
      <Logo className={styles['logo']} />
      {offered.map(({ id, name, icon: Icon, index }) => (
        <Hint key={id} text={name} shortcut={String(index + 1)} side="right">
          <button
            type="button"
            className={styles['item']}
            aria-label={name}
            aria-current={id === shown.id ? 'page' : undefined}
            onClick={() => goTo(id)}
          >
            <Icon size={18} strokeWidth={1.6} />
          </button>
        </Hint>
      ))}
      <span className={styles['space']} />
      <ThemeMenu className={styles['item']} />
    </nav>
  )
}
