import { Tabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useView } from '../../state/view.ts'
import type { DetailTab } from '../../state/view.ts'
import styles from '../detail/detail-tabs.module.css'
import { SawPanels } from '../detail/saw-panels.tsx'

interface MomentTabsProps {
  /** The exact text that came into the context. */
  saw: ReactNode
  /** All of what was stored, where something was. */
  full: ReactNode
  request: ReactNode
  /** What was known by then, and of how many entries. */
  known: ReactNode
  knownCount: number
}

type MomentTab = Exclude<DetailTab, 'reads'> | 'known'

/** The ways to look at one moment; which of them is shown stays while one steps. */
export function MomentTabs({ saw, full, request, known, knownCount }: MomentTabsProps) {
  const { tab, showTab } = useView()
  const [onKnown, setOnKnown] = useState(false)
  const wanted = onKnown ? 'known' : tab
  const there: Readonly<Record<MomentTab, boolean>> = {
    saw: true,
    full: full !== null,
    both: full !== null,
    request: request !== null,
    known: true,
  }
  const shown = wanted !== 'reads' && there[wanted] ? wanted : 'saw'
  const choose = (value: MomentTab) => {
    setOnKnown(value === 'known')
    if (value !== 'known') showTab(value)
  }
  return (
    <Tabs.Root className={styles['root']} value={shown} onValueChange={choose} data-known>
      <Tabs.List className={styles['list']} activateOnFocus>
        <Tabs.Tab value="saw">Agent saw</Tabs.Tab>
        {there.full && <Tabs.Tab value="full">Full content</Tabs.Tab>}
        {there.both && <Tabs.Tab value="both">Side by side</Tabs.Tab>}
        {there.request && <Tabs.Tab value="request">Request</Tabs.Tab>}
        <Tabs.Tab value="known">Known by now {knownCount}</Tabs.Tab>
      </Tabs.List>
      <SawPanels saw={saw} full={full} />
      <Tabs.Panel value="request" className={styles['panel']}>
        {request}
      </Tabs.Panel>
      <Tabs.Panel value="known" className={styles['panel']}>
        {known}
      </Tabs.Panel>
    </Tabs.Root>
  )
}
