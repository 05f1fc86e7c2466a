import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queries } from '../../api/queries.ts'
import { useServices, useTimeline } from '../../state/services.ts'
import type { ItemRow, StepRow } from '../timeline/model/row.ts'
import { DetailHeader } from './detail-header.tsx'
import { callText, entryText } from './delivered.ts'
import { DetailTabs } from './detail-tabs.tsx'
import { SidePane } from './side-pane.tsx'

/** The step that a row is about: itself, or for a read the one that stored what was read. */
function useStep(row: ItemRow): StepRow | undefined {
  return useTimeline(({ timeline }) => (row.kind === 'step' ? row : timeline.stepOf(row.entry ?? '')))
}

/** The step or the read that is open, with what was stored of it. */
export function DetailPane({ row }: { row: ItemRow }) {
  const { client } = useServices()
  const step = useStep(row)
  const entries =
    step?.entries.map(({ id }) => id) ?? (row.kind === 'read' && row.entry !== null ? [row.entry] : [])
  const [chosen, setChosen] = useState<string | null>(null)
  const id = chosen ?? (row.kind === 'read' ? row.entry : entries[0]) ?? null

  // A call is answered with its whole result: of stored content, which may be huge, the entry tells enough.
  const call = useQuery({
    ...queries.call(client, step?.call ?? ''),
    enabled: step !== undefined && id === null,
  })
  const entry = useQuery({ ...queries.entry(client, id ?? ''), enabled: id !== null })

  return (
    <SidePane label="Detail">
      <DetailHeader
        name={row.kind === 'read' ? row.name : ''}
        step={step}
        entry={id === null ? undefined : entry.data}
        entries={entries}
        chosen={id}
        onChoose={setChosen}
      />
      <DetailTabs
        step={step}
        entry={entry.data}
        stored={id !== null}
        record={entry.data?.calls[0] ?? call.data}
        text={id === null ? call.data && callText(call.data) : entry.data && entryText(entry.data)}
        failure={id === null ? call.error : entry.error}
      />
    </SidePane>
  )
}
