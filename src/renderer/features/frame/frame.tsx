import { Suspense } from 'react'
import { useTimeline } from '../../state/services.ts'
import { useView } from '../../state/view.ts'
import { Confirmations } from '../confirm/confirmations.tsx'
import { DemoBar } from '../demo/demo-bar.tsx'
import { useShortcuts } from '../keys/use-shortcuts.ts'
import { PruneBar } from '../prune/prune-bar.tsx'
import { ShareDialogs } from '../share/share-dialogs.tsx'
import { ViewingBanner } from '../share/viewing-banner.tsx'
import { DaemonBanner } from '../status/daemon-banner.tsx'
import { SignedOut } from '../status/signed-out.tsx'
import { Figures } from './figures.tsx'
import styles from './frame.module.css'
import { Overlays } from './overlays.tsx'
import { Rail } from './rail.tsx'
import { StatusLine } from './status-line.tsx'
import { TopBar } from './top-bar.tsx'
import { useViewEntry } from './use-view-entry.ts'

/** The frame that every view keeps: rail, top bar, figures, the view, status line. */
export function Frame() {
  const signedOut = useTimeline(({ live }) => live === 'signed-out')
  const { figures, View } = useViewEntry()
  const view = useView((state) => state.view)
  useShortcuts()
  if (signedOut) return <SignedOut />
  return (
    <div className={styles['frame']}>
      <Rail />
      <TopBar />
      {figures ? <Figures /> : <span />}
      <main className={styles['main']} data-view={view}>
        <DaemonBanner />
        <ViewingBanner />
        <Confirmations />
        <DemoBar />
        <PruneBar />
        <Suspense>
          <View />
        </Suspense>
      </main>
      <StatusLine />
      <Overlays />
      <ShareDialogs />
    </div>
  )
}
