import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'
import type { ReactNode } from 'react'
import { useView } from '../../state/view.ts'
import { notesPlace } from '../notes/notes-place.ts'
import styles from './entries-switch.module.css'

type Shown = 'entries' | 'notes'

/** Between all that is stored and the notes among it; `children` stand beside it. */
export function EntriesSwitch({ showing, children }: { showing: Shown; children?: ReactNode }) {
  const select = useView((view) => view.select)
  return (
    <header className={styles['bar']}>
      <ToggleGroup
        className={styles['ways']}
        aria-label="What is shown"
        value={[showing]}
        onValueChange={([next]) => next !== undefined && select(next === 'notes' ? notesPlace(null) : null)}
      >
        <Toggle value="entries" className={styles['way']}>
          All entries
        </Toggle>
        <Toggle value="notes" className={styles['way']}>
          Notes
        </Toggle>
      </ToggleGroup>
      {children}
    </header>
  )
}
