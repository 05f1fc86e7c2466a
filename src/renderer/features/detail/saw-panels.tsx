import { Tabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import styles from './detail-tabs.module.css'

/** What the agent saw, all that there is, and both beside each other: the panels of those three tabs. */
export function SawPanels({ saw, full }: { saw: ReactNode; full: ReactNode }) {
  return (
    <>
      <Tabs.Panel value="saw" className={styles['panel']}>
        {saw}
      </Tabs.Panel>
      <Tabs.Panel value="full" className={styles['panel']}>
        {full}
      </Tabs.Panel>
      <Tabs.Panel value="both" className={styles['panel']}>
        <div className={styles['both']}>
          <div className={styles['half']}>{saw}</div>
          <div className={styles['half']}>{full}</div>
        </div>
      </Tabs.Panel>
    </>
  )
}
