import { FilterBar } from './filter-bar.tsx'
import { LiveToggle } from './live-toggle.tsx'
import styles from './top-bar.module.css'

export function TopBar() {
  return (
    <header className={styles['bar']}>
      <FilterBar />
      <LiveToggle />
    </header>
  )
}
