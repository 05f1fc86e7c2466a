import { app } from 'electron'
import { removeViewHome } from '../daemon/view-home.ts'
import { runtimeFault } from '../daemon/runtime.ts'
import type { ShownPlace } from '../../shared/preload.ts'
import { DaemonSupervisor } from './daemon/supervisor.ts'
import { launchUtility } from './daemon/utility.ts'
import { guardNavigation, guardPermissions } from './guards.ts'
import { serveBridge } from './ipc.ts'
import { setMenu } from './menu.ts'
import { offerReplacement } from './other-version.ts'
import { serveScheme } from './protocol.ts'
import { loginItem } from './login-item.ts'
import { openTray } from './tray/open-tray.ts'
import { sayOnceWhereItWent } from './close-hint.ts'
import type { StartOptions } from './start-options.ts'
import { openViewer } from './viewer.ts'
import { openWindow, showWindow } from './window.ts'

/** Puts the app together for `home`; called once Electron is ready. The window opens before the daemon is up. */
export function openDesktop(home: string, { hidden, view }: Pick<StartOptions, 'hidden' | 'view'>): void {
  const fault = runtimeFault()
  const daemon = new DaemonSupervisor({ home, view, launch: launchUtility, fault })
  let quitting = false
  guardNavigation()
  guardPermissions()
  serveScheme(daemon)

  const window = openWindow({ hidden, staysOnClose: () => !quitting && view === undefined })
  const show = (place?: ShownPlace) => showWindow(window, place)
  setMenu({ daemon, home, show })
  serveBridge(window, daemon, loginItem(home))
  if (fault === null) offerReplacement(window, daemon)
  // A recording goes with its window.
  const tray = view === undefined ? openTray(home, daemon, show) : null
  if (tray) sayOnceWhereItWent(window, () => show())
  app.on('second-instance', () => show())
  app.on('activate', () => show())
  app.on('open-file', (event, file) => {
    event.preventDefault()
    openViewer(file)
  })

  app.on('before-quit', () => {
    quitting = true
  })
  // The daemon closes its store in order before the app is gone.
  app.once('will-quit', (event) => {
    event.preventDefault()
    tray?.destroy()
    // Not at once: Electron ignores a quit that comes while this event is still being sent.
    void daemon.stop().finally(() => setImmediate(() => app.quit()))
  })
  app.once('quit', () => {
    if (view !== undefined) removeViewHome(home)
  })
  void daemon.start()
}
