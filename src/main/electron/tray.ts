import { join } from 'node:path'
import { Menu, Tray, app, nativeImage } from 'electron'
import type { NativeImage } from 'electron'
import type { DaemonState } from '../../shared/preload.ts'
import type { DaemonSupervisor } from './daemon/supervisor.ts'
import { describeDaemon } from './daemon/describe.ts'

/** The app in the tray: its icon says how the daemon is. Keep the result: a collected tray disappears. */
export function openTray(daemon: DaemonSupervisor, show: () => void): Tray {
  const tray = new Tray(icon(daemon.state))
  const update = (state: DaemonState) => {
    tray.setImage(icon(state))
    tray.setToolTip(`${app.getName()}: ${describeDaemon(state, app.getVersion())}`)
    tray.setContextMenu(trayMenu(state, daemon, show))
  }
  // On macOS a click opens the menu.
  if (process.platform !== 'darwin') tray.on('click', show)
  daemon.subscribe(update)
  update(daemon.state)
  return tray
}

function trayMenu(state: DaemonState, daemon: DaemonSupervisor, show: () => void): Menu {
  return Menu.buildFromTemplate([
    { label: describeDaemon(state, app.getVersion()), enabled: false },
    { type: 'separator' },
    { label: `Open ${app.getName()}`, click: show },
    {
      label: 'Restart daemon',
      enabled: state.state !== 'starting',
      click: () => void daemon.restart(),
    },
    { type: 'separator' },
    { label: `Quit ${app.getName()}`, click: () => app.quit() },
  ])
}

/** macOS colours a template image itself; elsewhere the colour is ours. */
function icon({ state }: DaemonState): NativeImage {
  const name = process.platform === 'darwin' ? `${state}Template.png` : `${state}.png`
  return nativeImage.createFromPath(join(app.getAppPath(), 'resources', 'tray', name))
}
