import { Tabs } from '@base-ui/react/tabs'
import type { Call } from '../../../shared/entry.ts'
import { useView } from '../../state/view.ts'
import type { DetailTab } from '../../state/view.ts'
import type { EntryDetail } from '../content/source.ts'
import type { StepRow } from '../timeline/model/row.ts'
import { AgentSaw } from './agent-saw.tsx'
import styles from './detail-tabs.module.css'
import { FullContent } from './full-content.tsx'
import { ReadList } from './read-list.tsx'
import { RequestView } from './request-view.tsx'
import { SawPanels } from './saw-panels.tsx'

interface TabsProps {
  step: StepRow | undefined
  /** Undefined while it loads, and where nothing was stored. */
  entry: EntryDetail | undefined
  stored: boolean
  record: Call | undefined
  /** What the agent saw. */
  text: string | undefined
  failure: Error | null
}

/** The views of one call. Without stored content only what the agent saw and the request remain. */
export function DetailTabs({ step, entry, stored, record, text, failure }: TabsProps) {
  const { tab, showTab } = useView()
  const shown = stored || tab === 'request' ? tab : 'saw'
  const reads = entry?.reads.length ?? 0
  const saw = <AgentSaw text={text} tokens={step?.tokensDelivered} failure={failure} />
  const full = entry && <FullContent key={entry.id} entry={entry} />

  return (
    <Tabs.Root className={styles['root']} value={shown} onValueChange={(value: DetailTab) => showTab(value)}>
      <Tabs.List className={styles['list']} activateOnFocus>
        <Tabs.Tab value="saw">Agent saw</Tabs.Tab>
        {stored && <Tabs.Tab value="full">Full content</Tabs.Tab>}
        {stored && <Tabs.Tab value="both">Side by side</Tabs.Tab>}
        <Tabs.Tab value="request">Request</Tabs.Tab>
        {stored && <Tabs.Tab value="reads">Reads{reads > 0 && ` ${reads}`}</Tabs.Tab>}
      </Tabs.List>
      <SawPanels saw={saw} full={full} />
      <Tabs.Panel value="request" className={styles['panel']}>
        <RequestView step={step} record={record} failure={failure} />
      </Tabs.Panel>
      <Tabs.Panel value="reads" className={styles['panel']}>
        {entry && <ReadList entry={entry} />}
      </Tabs.Panel>
    </Tabs.Root>
  )
}
