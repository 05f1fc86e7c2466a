import { useTimeline } from '../../state/services.ts'
import { useView } from '../../state/view.ts'
import type { StepRow } from '../timeline/model/row.ts'
import { CompareSides } from './compare-sides.tsx'

/** The two calls that are marked in the timeline beside each other. */
export function CompareDialog() {
  const { marked, setOverlay } = useView()
  const timeline = useTimeline((state) => state.timeline)
  const steps = marked.map((key) => timeline.row(key)).filter((row): row is StepRow => row?.kind === 'step')
  const [before, after] = steps.toSorted((a, b) => a.seq - b.seq)
  if (before === undefined || after === undefined) return null
  return <CompareSides before={before} after={after} onClose={() => setOverlay(null)} />
}
