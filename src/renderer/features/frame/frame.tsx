import { useTimeline } from '../../state/services.ts'
import { useView } from '../../state/view.ts'
import { Confirmations } from '../confirm/confirmations.tsx'
import { PruneDialog } from '../prune/prune-dialog.tsx'
import { SignedOut } from '../status/signed-out.tsx'
import { DaemonBanner } from '../status/daemon-banner.tsx'
import { TimelineView } from '../timeline/timeline-view.tsx'
import { Figures } from './figures.tsx'
import styles from './frame.module.css'
import { Rail } from './rail.tsx'
import { StatusLine } from './status-line.tsx'
import { TopBar } from './top-bar.tsx'

/** The frame that every view keeps: rail, filter bar, figures, the view, status line. */
export function Frame() {
  const signedOut = useTimeline(({ live }) => live === 'signed-out')
  const pruning = useView(({ pruning }) => pruning)
  if (signedOut) return <SignedOut />
  return (
    <div className={styles['frame']}>
      <Rail />
      <TopBar />
      <Figures />
      <main className={styles['main']}>
        <DaemonBanner />
        <Confirmations />
        <TimelineView />
      </main>
      <StatusLine />
      {pruning && <PruneDialog />}
    </div>
  )
}
