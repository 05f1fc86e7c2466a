import type { PruneResult } from '../../../shared/contract/cache.ts'
import { useTimeline } from '../../state/services.ts'
import { counted, formatBytes } from '../../ui/format.ts'
import styles from './prune-dialog.module.css'

/** The first few by name: enough to see whether it is what was meant. */
const SHOWN = 6

/** What the dry run says would go. */
export function PruneOutcome({ found, error }: { found: PruneResult | undefined; error: Error | null }) {
  const timeline = useTimeline((state) => state.timeline)
  if (error !== null) return <p className={styles['fault']}>{error.message}</p>
  if (found === undefined)
    return <p className={styles['outcome']}>Say which tool, as server.tool; * stands for anything.</p>
  if (found.entries === 0) return <p className={styles['outcome']}>Nothing to remove.</p>

  const names = found.ids.slice(0, SHOWN).map((id) => {
    const step = timeline.stepOf(id)
    const stored = step?.entries.find((entry) => entry.id === id)
    return { id, name: stored?.name ?? id, bytes: stored?.bytes }
  })
  return (
    <div className={styles['outcome']} aria-live="polite">
      <p>
        <strong>{counted(found.entries, 'entry', 'entries')}</strong> would go, with{' '}
        <strong>{counted(found.blobs, 'blob')}</strong> that nothing else holds:{' '}
        <strong>{formatBytes(found.freedBytes)}</strong> freed.
      </p>
      <ul>
        {names.map(({ id, name, bytes }) => (
          <li key={id}>
            <span>{name}</span>
            {bytes !== undefined && <em>{formatBytes(bytes)}</em>}
          </li>
        ))}
        {found.entries > SHOWN && <li>and {counted(found.entries - SHOWN, 'other')}</li>}
      </ul>
    </div>
  )
}
