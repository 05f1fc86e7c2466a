import { Menu } from '@base-ui/react/menu'
import { useQuery } from '@tanstack/react-query'
import { GitCompare } from 'lucide-react'
import { queries } from '../../../api/queries.ts'
import { useServices } from '../../../state/services.ts'
import { useView } from '../../../state/view.ts'
import { Button } from '../../../ui/button.tsx'
import { formatMoment } from '../../../ui/format.ts'
import menu from '../../../ui/menu.module.css'
import styles from './compare-menu.module.css'

/** Which other turn the one that is open is put beside; the last ones of all sessions. */
export function CompareMenu({ turn }: { turn: string }) {
  const { client } = useServices()
  const compareWith = useView((view) => view.compareWith)
  const { data } = useQuery(queries.lastTurns(client))
  const others = data?.items.filter(({ id }) => id !== turn) ?? []
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button disabled={others.length === 0} />}>
        <GitCompare size={13} aria-hidden /> Compare…
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="bottom" align="end" sideOffset={4}>
          <Menu.Popup className={`${menu['popup']} ${styles['turns']}`}>
            {others.map(({ id, number, title, prompt, startedAt }) => (
              <Menu.Item key={id} className={menu['item']} onClick={() => compareWith(id)}>
                <time>{formatMoment(Date.parse(startedAt))}</time> Turn {number}
                <span>{title ?? prompt}</span>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
