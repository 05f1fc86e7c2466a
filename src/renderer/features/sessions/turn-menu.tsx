import { Menu } from '@base-ui/react/menu'
import { Ellipsis, Merge, PencilLine, RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { Turn } from '../../../shared/contract/recording.ts'
import menu from '../../ui/menu.module.css'
import { AgainDialog } from '../again/again-dialog.tsx'
import { useReadOnly } from '../share/read-only.tsx'
import { RenameTurn } from './rename-turn.tsx'
import styles from './session-pane.module.css'
import { useTurnCommands } from './use-turn-commands.ts'

/** What can be done with a turn. */
export function TurnMenu({ turn, isLast }: { turn: Turn; isLast: boolean }) {
  const { merge } = useTurnCommands()
  const [opened, setOpened] = useState<'rename' | 'again' | null>(null)
  const close = () => setOpened(null)
  const readOnly = useReadOnly()
  const never = { disabled: true, title: readOnly ?? '' }
  return (
    <>
      <Menu.Root>
        <Menu.Trigger className={styles['more']} aria-label={`More for turn ${turn.number}`}>
          <Ellipsis size={14} aria-hidden />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner side="bottom" align="end" sideOffset={4}>
            <Menu.Popup className={menu['popup']}>
              <Menu.Item
                className={menu['item']}
                onClick={() => setOpened('rename')}
                {...(readOnly !== null && never)}
              >
                <PencilLine size={14} aria-hidden /> Rename…
              </Menu.Item>
              <Menu.Item
                className={menu['item']}
                disabled={isLast}
                onClick={() => void merge(turn)}
                {...(readOnly !== null && never)}
              >
                <Merge size={14} aria-hidden /> Merge with the next turn
              </Menu.Item>
              <Menu.Item
                className={menu['item']}
                disabled={turn.calls === 0}
                onClick={() => setOpened('again')}
                {...(readOnly !== null && never)}
              >
                <RotateCw size={14} aria-hidden /> Run again…
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {opened === 'rename' && <RenameTurn turn={turn} onClose={close} />}
      {opened === 'again' && <AgainDialog of={{ turn: turn.id }} onClose={close} />}
    </>
  )
}
