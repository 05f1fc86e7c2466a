import { useEffect, useState } from 'react'
import type { DaemonState } from '../../../shared/preload.ts'
import { useServices, useTimeline } from '../../state/services.ts'

export interface Daemon {
  up: boolean
  /** Host and port, to be shown. */
  address: string
  /** Why it is down, where the host knows. */
  reason: string | null
  starting: boolean
  /** Null where this page cannot start one. */
  restart: (() => Promise<void>) | null
}

/** How the daemon is: as the host sees it where it watches, else by whether the event stream flows. */
export function useDaemon(): Daemon {
  const { host } = useServices()
  const live = useTimeline((state) => state.live)
  const [state, setState] = useState<DaemonState | null>(null)
  useEffect(() => host.watchDaemon?.(setState), [host])

  return {
    up: live !== 'down' && state?.state !== 'down',
    address: state?.state === 'up' ? new URL(state.url).host : location.host,
    reason: state?.state === 'down' ? state.reason : null,
    starting: state?.state === 'starting',
    restart: state?.state === 'down' && !state.canRestart ? null : host.restartDaemon,
  }
}
