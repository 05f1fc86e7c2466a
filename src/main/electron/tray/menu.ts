import type { MenuItemConstructorOptions } from 'electron'
import { formatBytes } from '../../../shared/bytes.ts'
import type { DaemonState } from '../../../shared/preload.ts'
import { describeDaemon } from '../daemon/describe.ts'
import type { TrayFigures } from './figures.ts'

/** What a click in the tray's menu does. */
export interface TrayActions {
  readonly open: () => void
  readonly pause: () => void
  readonly resume: () => void
  readonly pruneExpired: () => void
  readonly restart: () => void
  readonly quit: () => void
}

interface TrayFacts {
  readonly name: string
  readonly version: string
  readonly state: DaemonState
  /** Null while they are not known. */
  readonly figures: TrayFigures | null
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** The tray's menu: how it goes first, then what can be done about it. */
export function trayTemplate(
  { name, version, state, figures }: TrayFacts,
  actions: TrayActions,
): MenuItemConstructorOptions[] {
  return [
    { label: describeDaemon(state, version), enabled: false },
    ...(figures === null ? [] : figureItems(figures)),
    { type: 'separator' },
    { label: `Open ${name}`, click: actions.open },
    ...(figures === null ? [] : captureItems(figures, actions)),
    { label: 'Restart Daemon', enabled: state.state !== 'starting', click: actions.restart },
    { type: 'separator' },
    { label: `Quit ${name}`, click: actions.quit },
  ]
}

function figureItems(figures: TrayFigures): MenuItemConstructorOptions[] {
  const { savedToday, bytesStored, maxBytes, failing } = figures
  const down = failing.length === 0 ? [] : [`Down: ${failing.join(', ')}`]
  const lines = [
    `Tokens saved today: ${compact.format(savedToday).replace('-', '−')}`,
    `Cache: ${formatBytes(bytesStored)} of ${formatBytes(maxBytes)}`,
    ...down,
  ]
  return lines.map((label) => ({ label, enabled: false }))
}

function captureItems({ paused }: TrayFigures, actions: TrayActions): MenuItemConstructorOptions[] {
  return [
    paused
      ? { label: 'Resume Capture', click: actions.resume }
      : { label: 'Pause Capture', click: actions.pause },
    { label: 'Prune Expired', click: actions.pruneExpired },
  ]
}
