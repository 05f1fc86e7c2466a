import { homedir } from 'node:os'
import { join } from 'node:path'
import { app } from 'electron'
import { homeFolder } from '../daemon/paths.ts'
import { AutostartFile } from './autostart-file.ts'
import { HIDDEN } from './start-options.ts'

/** Whether the platform starts the app when the person logs in. */
export interface LoginItem {
  isOn(): Promise<boolean>
  set(on: boolean): Promise<void>
}

/** By the system's own list on macOS and Windows, by a file of the desktop's autostart folder elsewhere. It starts in the tray. */
export function loginItem(home: string): LoginItem {
  const args = [...appArguments(), HIDDEN, ...(home === homeFolder() ? [] : ['--home', home])]
  if (process.platform === 'linux')
    return new AutostartFile(autostartFolder(), app.getName(), [process.execPath, ...args])
  const settings = { path: process.execPath, args }
  return {
    isOn: async () => app.getLoginItemSettings(settings).openAtLogin,
    set: async (openAtLogin) => app.setLoginItemSettings({ ...settings, openAtLogin }),
  }
}

/** From a checkout it is Electron that starts, with the folder of the app. */
const appArguments = () => (app.isPackaged ? [] : [app.getAppPath()])

const autostartFolder = () => join(process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'autostart')
