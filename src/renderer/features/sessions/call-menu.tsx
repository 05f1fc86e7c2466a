import { Menu } from '@base-ui/react/menu'
import { Ellipsis, RotateCw, Split } from 'lucide-react'
import { useState } from 'react'
import type { Turn } from '../../../shared/contract/recording.ts'
import type { Call } from '../../../shared/entry.ts'
import menu from '../../ui/menu.module.css'
import { AgainDialog } from '../again/again-dialog.tsx'
import { useReadOnly } from '../share/read-only.tsx'
import styles from './session-pane.module.css'
import { useTurnCommands } from './use-turn-commands.ts'

interface CallMenuProps {
  turn: Turn
  call: Call
  /** Nothing of the turn is before it. */
  isFirst: boolean
}

/** What can be done with a call where it stands in its turn. */
export function CallMenu({ turn, call, isFirst }: CallMenuProps) {
  const { split } = useTurnCommands()
  const [again, setAgain] = useState(false)
  const readOnly = useReadOnly()
  const never = { disabled: true, title: readOnly ?? '' }
  return (
    <>
      <Menu.Root>
        <Menu.Trigger className={styles['more']} aria-label={`More for step ${call.step}`}>
          <Ellipsis size={14} aria-hidden />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner side="bottom" align="end" sideOffset={4}>
            <Menu.Popup className={menu['popup']}>
              <Menu.Item
                className={menu['item']}
                disabled={isFirst}
                onClick={() => void split(turn, call)}
                {...(readOnly !== null && never)}
              >
                <Split size={14} aria-hidden /> Begin a new turn here
              </Menu.Item>
              <Menu.Item
                className={menu['item']}
                onClick={() => setAgain(true)}
                {...(readOnly !== null && never)}
              >
                <RotateCw size={14} aria-hidden /> Run again…
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {again && <AgainDialog of={{ call: call.id }} onClose={() => setAgain(false)} />}
    </>
  )
}
