import { Menu, app, shell } from 'electron'
import type { MenuItemConstructorOptions } from 'electron'
import type { ShownPlace } from '../../shared/preload.ts'
import { chooseRecording } from './viewer.ts'
import type { DaemonSupervisor } from './daemon/supervisor.ts'

interface MenuContext {
  readonly daemon: DaemonSupervisor
  readonly home: string
  readonly show: (place?: ShownPlace) => void
}

/** The application menu. Without one, copy and paste would have no keys on macOS. */
export function setMenu({ daemon, home, show }: MenuContext): void {
  const settings: MenuItemConstructorOptions = {
    label: 'Settings…',
    accelerator: 'CmdOrCtrl+,',
    click: () => show({ view: 'settings', open: null }),
  }
  const open: MenuItemConstructorOptions = {
    label: 'Open Recording…',
    accelerator: 'CmdOrCtrl+O',
    click: () => void chooseRecording(),
  }
  const daemonMenu: MenuItemConstructorOptions = {
    label: 'Daemon',
    submenu: [
      { label: 'Restart', click: () => void daemon.restart() },
      { label: 'Show Home Folder', click: () => void shell.openPath(home) },
    ],
  }
  const quit: MenuItemConstructorOptions = { role: 'quit', label: `Quit ${app.getName()}` }
  const first: MenuItemConstructorOptions =
    process.platform === 'darwin'
      ? {
          label: app.getName(),
          submenu: [
            { role: 'about' },
            { type: 'separator' },
            settings,
            { type: 'separator' },
            { role: 'services' },
            { type: 'separator' },
            { role: 'hide' },
            { role: 'hideOthers' },
            { role: 'unhide' },
            { type: 'separator' },
            quit,
          ],
        }
      : { label: 'File', submenu: [open, settings, { type: 'separator' }, { role: 'close' }, quit] }
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      first,
      ...(process.platform === 'darwin'
        ? [{ label: 'File', submenu: [open, { role: 'close' as const }] }]
        : []),
      { role: 'editMenu' },
      { role: 'viewMenu' },
      daemonMenu,
      { role: 'windowMenu' },
    ]),
  )
}
