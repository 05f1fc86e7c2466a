import { useDaemon } from './daemon.ts'
import { StatusPage } from './page.tsx'
import { Restart } from './restart.tsx'

/** The daemon was never reached, so there is no last known data to show. */
export function Unreachable() {
  const { reason, starting } = useDaemon()
  if (starting) return <StatusPage title="Starting the daemon…">{null}</StatusPage>
  return (
    <StatusPage title="The daemon does not answer">
      <p>
        {reason ?? 'Nothing listens where this page came from.'} This page goes on by itself once it is back.
      </p>
      <div>
        <Restart />
      </div>
    </StatusPage>
  )
}
