import { ToggleGroup } from '@base-ui/react/toggle-group'
import { Toggle } from '@base-ui/react/toggle'
import { Search } from 'lucide-react'
import type { ContentView } from '../../state/view.ts'
import { Button } from '../../ui/button.tsx'
import { Hint } from '../../ui/hint.tsx'
import { MOD } from '../../ui/keys.ts'
import styles from './content-bar.module.css'
import { VIEW_NAMES } from './content-views.ts'

interface BarProps {
  views: readonly ContentView[]
  current: ContentView
  onChange: (view: ContentView) => void
  /** Null where the content cannot be searched. */
  onFind: (() => void) | null
}

/** How the content is looked at, and the way into a search of it. */
export function ContentBar({ views, current, onChange, onFind }: BarProps) {
  if (views.length === 1 && onFind === null) return null
  return (
    <div className={styles['bar']}>
      <ToggleGroup
        className={styles['views']}
        aria-label="Look at it as"
        value={[current]}
        onValueChange={([view]) => view !== undefined && onChange(view)}
      >
        {views.length > 1 &&
          views.map((view) => (
            <Toggle key={view} value={view}>
              {VIEW_NAMES[view]}
            </Toggle>
          ))}
      </ToggleGroup>
      {onFind !== null && (
        <Hint text="Find in this content" shortcut={`${MOD} F`}>
          <Button look="quiet" onClick={onFind}>
            <Search size={13} aria-hidden /> Find
          </Button>
        </Hint>
      )}
    </div>
  )
}
