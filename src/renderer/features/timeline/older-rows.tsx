import { useServices, useTimeline } from '../../state/services.ts'
import { useView } from '../../state/view.ts'
import { Button } from '../../ui/button.tsx'
import styles from './timeline-list.module.css'

/** Under the last row: where history goes on, or that it ends here. */
export function OlderRows({ top, empty }: { top: number; empty: boolean }) {
  const { timeline } = useServices()
  const loading = useTimeline((state) => state.loadingOlder)
  const setFilter = useView((view) => view.setFilter)
  const hasOlder = useTimeline((state) => state.hasOlder)
  return (
    <div className={styles['older']} style={{ transform: `translateY(${top}px)` }}>
      {empty && (
        <>
          <span>No row here matches the filter.</span>
          <Button onClick={() => setFilter([], '')}>Clear it</Button>
        </>
      )}
      {loading && <span>Loading older rows…</span>}
      {hasOlder && !loading && (
        <Button look="quiet" onClick={() => void timeline.loadOlder()}>
          Look further back
        </Button>
      )}
      {!hasOlder && !empty && <span>The beginning</span>}
    </div>
  )
}
