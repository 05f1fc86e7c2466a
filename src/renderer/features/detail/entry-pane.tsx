import { useQuery } from '@tanstack/react-query'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { entryText } from './delivered.ts'
import { DetailHeader } from './detail-header.tsx'
import { DetailTabs } from './detail-tabs.tsx'
import { SidePane } from './side-pane.tsx'

/** One stored entry, wherever it was found: what the agent saw of it, all of it, and who read it. */
export function EntryPane({ id, onClose }: { id: string; onClose?: () => void }) {
  const { client } = useServices()
  const { data: entry, error } = useQuery(queries.entry(client, id))
  return (
    <SidePane label="Detail" onClose={onClose}>
      <DetailHeader
        name=""
        step={undefined}
        entry={entry}
        entries={[id]}
        chosen={id}
        onChoose={() => undefined}
      />
      <DetailTabs
        step={undefined}
        entry={entry}
        stored
        record={entry?.calls[0]}
        text={entry && entryText(entry)}
        failure={error}
      />
    </SidePane>
  )
}
