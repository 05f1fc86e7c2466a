import { app } from 'electron'
import { formatBytes } from '../../../shared/bytes.ts'
import { toErrorBody } from '../../../shared/errors.ts'
import type { ShownPlace } from '../../../shared/preload.ts'
import { apiClient, type ApiClient } from '../../client/api.ts'
import type { DaemonSupervisor } from '../daemon/supervisor.ts'
import type { TrayFigures } from './figures.ts'
import { type Incident, Incidents } from './incidents.ts'
import { notify } from './notify.ts'
import { TrayIcon } from './tray.ts'
import { DaemonWatch } from './watch.ts'

/**
 * Puts the app in the tray and lets it speak up: figures and controls in its menu, a notification for each incident.
 * @param show brings the window forward, at a place where one is given
 */
export function openTray(
  home: string,
  daemon: DaemonSupervisor,
  show: (place?: ShownPlace) => void,
): TrayIcon {
  const incidents = new Incidents()
  let figures: TrayFigures | null = null
  const tell = (incident: Incident | null) => {
    if (incident !== null) notify(incident.title, incident.body, () => show(incident.place))
  }
  const act = (what: string, action: (api: ApiClient) => Promise<void>) => () => {
    const { address } = daemon
    if (address === null) return
    action(apiClient(address)).catch((error: unknown) =>
      notify(`${what} failed`, toErrorBody(error).error.message, show),
    )
  }
  const tray = new TrayIcon(daemon.state, {
    open: () => show(),
    pause: act('Pausing', async (api) => void (await api.pauseCapture({}))),
    resume: act('Resuming', async (api) => void (await api.resumeCapture({}))),
    pruneExpired: act('Pruning', async (api) => {
      const { entries, freedBytes } = await api.prune({})
      const what = entries === 1 ? '1 entry' : `${entries} entries`
      const body =
        entries === 0 ? 'Nothing is past its life.' : `${what} removed, ${formatBytes(freedBytes)} freed.`
      notify('Pruned', body, show)
    }),
    restart: () => void daemon.restart(),
    quit: () => app.quit(),
  })
  // The watch subscribes after this, so that a daemon's own state is drawn before its figures.
  daemon.subscribe((state) => tray.show(state, figures))
  const watch = new DaemonWatch(home, daemon, {
    figures: (latest) => {
      figures = latest
      tray.show(daemon.state, figures)
      if (figures !== null) tell(incidents.ofFigures(figures))
    },
    event: (event) => tell(incidents.ofEvent(event)),
  })
  watch.refresh()
  return tray
}
