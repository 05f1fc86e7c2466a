import { useServices, useTimeline } from '../../state/services.ts'
import { useView } from '../../state/view.ts'
import { Button } from '../../ui/button.tsx'
import { Cell, GridRow } from '../../ui/grid.tsx'
import styles from './timeline-list.module.css'

interface OlderProps {
  top: number
  /** No row is shown. */
  empty: boolean
  filtered: boolean
}

/** Under the last row: where history goes on, or that it ends here. */
export function OlderRows({ top, empty, filtered }: OlderProps) {
  return (
    <GridRow className={styles['older']} style={{ transform: `translateY(${top}px)` }}>
      <Cell>{filtered ? <Searched empty={empty} /> : <Loaded />}</Cell>
    </GridRow>
  )
}

function Loaded() {
  const { timeline } = useServices()
  const loading = useTimeline((state) => state.loadingOlder)
  const hasOlder = useTimeline((state) => state.hasOlder)
  if (loading) return <span>Loading older rows…</span>
  if (!hasOlder) return <span>The beginning</span>
  return (
    <Button look="quiet" onClick={() => void timeline.loadOlder()}>
      Look further back
    </Button>
  )
}

function Searched({ empty }: { empty: boolean }) {
  const { timeline } = useServices()
  const search = useTimeline((state) => state.search)
  const setFilter = useView((view) => view.setFilter)
  if (search === null || search.running) return <output>Searching older calls…</output>
  return (
    <>
      {search.before === null ? (
        <output>{empty ? 'No call matches the filter.' : 'That is all that matches.'}</output>
      ) : (
        <Button look="quiet" onClick={() => void timeline.searchOlder()}>
          Search further back
        </Button>
      )}
      {empty && <Button onClick={() => setFilter([], '')}>Clear it</Button>}
    </>
  )
}
