import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queries } from '../../api/queries.ts'
import { useMore } from '../../api/use-more.ts'
import { useServices } from '../../state/services.ts'
import { useOpened, useView } from '../../state/view.ts'
import { RowList } from '../../ui/row-list.tsx'
import { Empty } from '../status/empty.tsx'
import { Unreachable } from '../status/unreachable.tsx'
import { SessionCells, SessionHead } from './session-cells.tsx'
import { SessionPane } from './session-pane.tsx'
import styles from './sessions-view.module.css'

/** Every context that an agent had, last used first, and beside them the turns of the one that is open. */
export function SessionsView() {
  const { client } = useServices()
  const opened = useOpened('sessions')
  const select = useView((view) => view.select)
  const pages = useInfiniteQuery(queries.sessions(client))
  const { data, error } = pages
  const sessions = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data])
  const more = useMore(pages)

  if (data === undefined && error !== null) return <Unreachable />
  if (data !== undefined && sessions.length === 0) return <Empty />
  return (
    <div className={styles['view']}>
      <RowList
        label="Sessions"
        grid={styles['grid']}
        head={<SessionHead />}
        rows={sessions}
        keyOf={({ id }) => id}
        selected={opened}
        onSelect={select}
        onEnd={more}
      >
        {(session) => <SessionCells session={session} />}
      </RowList>
      {opened !== null && <SessionPane key={opened} id={opened} />}
    </div>
  )
}
