import type { ThemeChoice } from '../../state/theme.ts'
import { useServices } from '../../state/services.ts'
import { useView } from '../../state/view.ts'
import field from '../../ui/field.module.css'
import { LoginItem } from './login-item.tsx'
import styles from './settings-view.module.css'

/** What concerns this window alone, and is not in the file. */
export function Appearance() {
  const { theme, setTheme } = useView()
  const { host } = useServices()
  return (
    <section aria-label="This window">
      <h2>This window</h2>
      <div className={styles['row']}>
        <div className={styles['words']}>
          <strong>Appearance</strong>
          <p>Kept in this browser or app, not in the file.</p>
        </div>
        <div className={styles['value']}>
          <select
            className={field['field']}
            aria-label="Appearance"
            value={theme}
            onChange={({ target }) => setTheme(target.value as ThemeChoice)}
          >
            <option value="system">as the system</option>
            <option value="light">light</option>
            <option value="dark">dark</option>
          </select>
        </div>
      </div>
      {host.loginItem !== null && <LoginItem item={host.loginItem} />}
    </section>
  )
}
