import { Hint } from '../../ui/hint.tsx'
import { Logo } from '../../ui/logo.tsx'
import { VIEWS } from '../views.ts'
import styles from './rail.module.css'
import { ThemeMenu } from './theme-menu.tsx'

/** The way between views, and what concerns all of them. */
export function Rail() {
  return (
    <nav className={styles['rail']} aria-label="Views">
      <Logo className={styles['logo']} />
      {VIEWS.map(({ id, name, icon: Icon }) => (
        <Hint key={id} text={name} side="right">
          <button type="button" className={styles['item']} aria-label={name} aria-current="page">
            <Icon size={18} strokeWidth={1.6} />
          </button>
        </Hint>
      ))}
      <span className={styles['space']} />
      <ThemeMenu className={styles['item']} />
    </nav>
  )
}
