import { useView } from '../../state/view.ts'
import { StatusPage } from '../status/page.tsx'
import { recentSearches } from './recent.ts'
import styles from './search-view.module.css'

/** Before anything is asked: what can be, and what was asked before. */
export function SearchStart() {
  const select = useView((view) => view.select)
  const recent = recentSearches()
  return (
    <StatusPage title="Find a line in everything that is stored">
      <p>
        Words are found at the beginning of words, in any case: <code>deadlock retri</code>. Between slashes
        stands a regular expression: <code>{'/status=5\\d\\d/'}</code>.
      </p>
      {recent.length > 0 && (
        <nav className={styles['recent']} aria-label="Recent searches">
          {recent.map((text) => (
            <button key={text} type="button" onClick={() => select(text)}>
              {text}
            </button>
          ))}
        </nav>
      )}
    </StatusPage>
  )
}
