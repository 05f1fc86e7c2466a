import { GitCompare, Pin, X } from 'lucide-react'
import { useServices, useTimeline } from '../../state/services.ts'
import { useView } from '../../state/view.ts'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/format.ts'
import { notify, notifyFailure } from '../../ui/toasts.tsx'
import { Writes } from '../share/read-only.tsx'
import type { StepRow } from './model/row.ts'
import styles from './timeline-list.module.css'

/** What can be done with the rows that are selected together. */
export function MarkedBar() {
  const { client } = useServices()
  const { marked, setMarked, setOverlay } = useView()
  const timeline = useTimeline((state) => state.timeline)
  const steps = marked.map((key) => timeline.row(key)).filter((row): row is StepRow => row?.kind === 'step')
  const entries = steps.flatMap(({ entries, gone }) => (gone ? [] : entries.map(({ id }) => id)))

  const pin = async () => {
    try {
      await Promise.all(entries.map((id) => client.call('updateEntry', { id, pinned: true })))
      notify({ title: `${counted(entries.length, 'entry', 'entries')} pinned` })
      setMarked([])
    } catch (error) {
      notifyFailure('Not all could be pinned', error)
    }
  }
  return (
    <div className={styles['marked']} role="toolbar" aria-label="Selected rows">
      <output>{counted(marked.length, 'row')} selected</output>
      <Button
        disabled={steps.length !== 2}
        title={steps.length === 2 ? undefined : 'Select two calls to compare them'}
        onClick={() => setOverlay('compare')}
      >
        <GitCompare size={13} aria-hidden /> Compare
      </Button>
      <Writes>
        <Button disabled={entries.length === 0} onClick={() => void pin()}>
          <Pin size={13} aria-hidden /> Pin
        </Button>
      </Writes>
      <Button look="quiet" aria-label="Select none" onClick={() => setMarked([])}>
        <X size={14} />
      </Button>
    </div>
  )
}
