import { Menu, app, shell } from 'electron'
import type { MenuItemConstructorOptions } from 'electron'
import type { DaemonSupervisor } from './daemon/supervisor.ts'

/** The application menu. Without one, copy and paste would have no keys on macOS. */
export function setMenu(daemon: DaemonSupervisor, home: string): void {
  const daemonMenu: MenuItemConstructorOptions = {
    label: 'Daemon',
    submenu: [
      { label: 'Restart', click: () => void daemon.restart() },
      { label: 'Show Home Folder', click: () => void shell.openPath(home) },
    ],
  }
  const first: MenuItemConstructorOptions =
    process.platform === 'darwin'
      ? { role: 'appMenu' }
      : { label: 'File', submenu: [{ role: 'close' }, { role: 'quit', label: `Quit ${app.getName()}` }] }
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      first,
      { role: 'editMenu' },
      { role: 'viewMenu' },
      daemonMenu,
      { role: 'windowMenu' },
    ]),
  )
}
