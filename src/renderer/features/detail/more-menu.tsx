import { Menu } from '@base-ui/react/menu'
import { Braces, Ellipsis, MessagesSquare, RotateCw, Terminal } from 'lucide-react'
import { useState } from 'react'
import { useServices } from '../../state/services.ts'
import { useView } from '../../state/view.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import menu from '../../ui/menu.module.css'
import { notifyFailure } from '../../ui/toasts.tsx'
import { AgainDialog } from '../again/again-dialog.tsx'
import { useReadOnly } from '../share/read-only.tsx'
import styles from './detail-pane.module.css'

interface MoreProps {
  /** Null where the call was not recorded. */
  call: string | null
  session: string | null
}

/** What else can be done with a call: make it again elsewhere, see it among its session's. */
export function MoreMenu({ call, session }: MoreProps) {
  const { client } = useServices()
  const goTo = useView((view) => view.goTo)
  const [again, setAgain] = useState(false)
  const readOnly = useReadOnly()
  const copy = async (as: 'curl' | 'mcp', what: string) => {
    if (call === null) return
    try {
      const { text } = await client.call('copyCall', { id: call, as })
      await copyText(text, what)
    } catch (error) {
      notifyFailure('The call could not be copied', error)
    }
  }
  return (
    <>
      <Menu.Root>
        <Menu.Trigger render={<Button className={styles['icon']} aria-label="More" />}>
          <Ellipsis size={14} />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner side="bottom" align="start" sideOffset={4}>
            <Menu.Popup className={menu['popup']}>
              <Menu.Item
                className={menu['item']}
                disabled={call === null}
                onClick={() => void copy('curl', 'curl command')}
              >
                <Terminal size={14} aria-hidden /> Copy as curl
              </Menu.Item>
              <Menu.Item
                className={menu['item']}
                disabled={call === null}
                onClick={() => void copy('mcp', 'MCP request')}
              >
                <Braces size={14} aria-hidden /> Copy as MCP request
              </Menu.Item>
              <Menu.Item
                className={menu['item']}
                disabled={call === null || readOnly !== null}
                title={readOnly ?? undefined}
                onClick={() => setAgain(true)}
              >
                <RotateCw size={14} aria-hidden /> Run again…
              </Menu.Item>
              <Menu.Item
                className={menu['item']}
                disabled={session === null}
                onClick={() => session !== null && goTo('sessions', session)}
              >
                <MessagesSquare size={14} aria-hidden /> Open in its session
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {again && call !== null && <AgainDialog of={{ call }} onClose={() => setAgain(false)} />}
    </>
  )
}
