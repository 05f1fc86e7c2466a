import { Menu } from '@base-ui/react/menu'
import { Clock, Download, Pin, PinOff, Trash2, X } from 'lucide-react'
import type { Entry } from '../../../shared/entry.ts'
import { Button } from '../../ui/button.tsx'
import { counted, formatBytes, formatCount } from '../../ui/format.ts'
import menu from '../../ui/menu.module.css'
import { Writes } from '../share/read-only.tsx'
import styles from './entries-view.module.css'
import { useBulkCommands } from './use-bulk-commands.ts'

const LIVES = [
  { name: 'One hour', seconds: 3_600 },
  { name: 'One day', seconds: 86_400 },
  { name: 'A week', seconds: 604_800 },
  { name: '30 days', seconds: 2_592_000 },
] as const

interface BarProps {
  /** Those that are chosen. */
  entries: readonly Entry[]
  total: number
  loaded: number
  onDone: () => void
}

/** What is chosen and what can be done with it; with nothing chosen, how much there is. */
export function SelectionBar({ entries, total, loaded, onDone }: BarProps) {
  const { running, done, setPinned, keepFor, save, remove, cancel } = useBulkCommands(onDone)
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0)
  if (running !== null)
    return (
      <div className={styles['selection']}>
        <output>
          {formatCount(done)} of {formatCount(running)} done
        </output>
        <progress max={running} value={done} aria-label="Progress" />
        <Button onClick={cancel}>Stop</Button>
      </div>
    )
  if (entries.length === 0)
    return (
      <div className={styles['selection']}>
        <output>
          {counted(total, 'entry', 'entries')}
          {loaded < total && <span>, {formatCount(loaded)} loaded</span>}
        </output>
        <span className={styles['tip']}>Space or a click with Ctrl chooses several</span>
      </div>
    )
  return (
    <div className={styles['selection']} data-chosen>
      <output>
        <b>{counted(entries.length, 'entry', 'entries')}</b> · {formatBytes(bytes)}
      </output>
      <Writes>
        <Button onClick={() => void setPinned(entries, true)}>
          <Pin size={13} aria-hidden /> Pin
        </Button>
        <Button onClick={() => void setPinned(entries, false)}>
          <PinOff size={13} aria-hidden /> Unpin
        </Button>
        <Menu.Root>
          <Menu.Trigger render={<Button />}>
            <Clock size={13} aria-hidden /> Keep for…
          </Menu.Trigger>
          <Menu.Portal>
            <Menu.Positioner sideOffset={4}>
              <Menu.Popup className={menu['popup']}>
                {LIVES.map(({ name, seconds }) => (
                  <Menu.Item
                    key={name}
                    className={menu['item']}
                    onClick={() => void keepFor(entries, seconds)}
                  >
                    {name}
                  </Menu.Item>
                ))}
              </Menu.Popup>
            </Menu.Positioner>
          </Menu.Portal>
        </Menu.Root>
      </Writes>
      <Button onClick={() => void save(entries)}>
        <Download size={13} aria-hidden /> Save
      </Button>
      <Writes>
        <Button look="danger" onClick={() => remove(entries)}>
          <Trash2 size={13} aria-hidden /> Delete
        </Button>
      </Writes>
      <Button look="quiet" aria-label="Choose nothing" onClick={onDone}>
        <X size={14} aria-hidden />
      </Button>
    </div>
  )
}
