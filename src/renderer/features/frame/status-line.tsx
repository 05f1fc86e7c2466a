import { useQuery } from '@tanstack/react-query'
import { queries } from '../../api/queries.ts'
import { useServices, useTimeline } from '../../state/services.ts'
import { useView } from '../../state/view.ts'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/format.ts'
import { Writes } from '../share/read-only.tsx'
import { useDaemon } from '../status/daemon.ts'
import styles from './status-line.module.css'

/** How the daemon and its upstreams are, and what concerns the whole store. */
export function StatusLine() {
  const { client } = useServices()
  const { up, address } = useDaemon()
  const size = useTimeline(({ timeline }) => timeline.size)
  const hasOlder = useTimeline((state) => state.hasOlder)
  const setOverlay = useView((view) => view.setOverlay)
  const { data: upstreams } = useQuery(queries.upstreams(client))
  const failed = upstreams?.items.filter(({ state }) => state === 'failed') ?? []

  return (
    <footer className={styles['line']}>
      <span className={styles['daemon']} data-up={up}>
        <span aria-hidden>{up ? '●' : '○'}</span> {up ? `daemon ${address}` : 'daemon down'}
      </span>
      {upstreams !== undefined && <span>{counted(upstreams.items.length, 'upstream')}</span>}
      {failed.map(({ name, error }) => (
        <span key={name} className={styles['failed']} title={error ?? ''}>
          {name} failed
        </span>
      ))}
      <span>
        {counted(size, 'row')} {hasOlder ? 'loaded' : 'in all'}
      </span>
      <span className={styles['actions']}>
        <Writes>
          <Button disabled={!up} onClick={() => setOverlay('prune')}>
            Prune…
          </Button>
        </Writes>
      </span>
    </footer>
  )
}
