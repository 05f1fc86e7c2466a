import { Popover } from '@base-ui/react/popover'
import { FILTER_GUIDE } from '../timeline/filter/guide.ts'
import styles from './filter-bar.module.css'

/** The typed filters, each to be taken over with a click. */
export function FilterGuide({ onChoose }: { onChoose: (text: string) => void }) {
  return (
    <Popover.Portal>
      <Popover.Positioner side="bottom" align="start" sideOffset={10} alignOffset={-8}>
        <Popover.Popup className={styles['popup']}>
          <Popover.Title className={styles['title']}>Typed filters</Popover.Title>
          {FILTER_GUIDE.map(({ example, says }) => (
            <Popover.Close key={example} className={styles['offer']} onClick={() => onChoose(example)}>
              <code>{example}</code>
              <span>{says}</span>
            </Popover.Close>
          ))}
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  )
}
