import { Unplug } from 'lucide-react'
import { useTimeline } from '../../state/services.ts'
import styles from './daemon-banner.module.css'
import { useDaemon } from './daemon.ts'
import { Restart } from './restart.tsx'

/** Over the last known data while the daemon is down: what happened and what to do. */
export function DaemonBanner() {
  const { up, reason } = useDaemon()
  const loaded = useTimeline((state) => state.loaded)
  if (up || !loaded) return null
  return (
    <div className={styles['banner']} role="alert">
      <Unplug size={16} aria-hidden />
      <p>
        <strong>The daemon is down.</strong> {reason ?? 'It does not answer.'} What you see is what was known
        last; it goes on by itself once the daemon is back.
      </p>
      <Restart />
    </div>
  )
}
