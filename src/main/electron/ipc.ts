import { ipcMain } from 'electron'
import type { BrowserWindow, IpcMainInvokeEvent } from 'electron'
import { z } from 'zod'
import { CHANNEL } from '../../preload/channels.ts'
import { entryId } from '../../shared/ids.ts'
import type { DaemonState } from '../../shared/preload.ts'
import type { DaemonSupervisor } from './daemon/supervisor.ts'
import type { LoginItem } from './login-item.ts'
import { isOwnPage } from './origin.ts'
import { saveEntryAs } from './save-as.ts'

const saveAsArguments = z.tuple([entryId, z.string().max(255)])
const setLoginItemArguments = z.tuple([z.boolean()])

/** Answers what the page asks through `window.spillway`, and tells it how the daemon is. */
export function serveBridge(window: BrowserWindow, daemon: DaemonSupervisor, item: LoginItem): void {
  const answer = (channel: string, reply: (args: unknown[]) => Promise<unknown>) =>
    ipcMain.handle(channel, async (event, ...args) => {
      if (!isOurs(event, window)) throw new Error(`${channel} is for the app's own page.`)
      return await reply(args)
    })

  answer(CHANNEL.daemonState, async () => daemon.state satisfies DaemonState)
  answer(CHANNEL.restartDaemon, () => daemon.restart())
  answer(CHANNEL.saveAs, (args) => saveEntryAs(window, daemon.address, ...saveAsArguments.parse(args)))
  answer(CHANNEL.loginItem, () => item.isOn())
  answer(CHANNEL.setLoginItem, (args) => item.set(...setLoginItemArguments.parse(args)))
  daemon.subscribe((state) => {
    if (!window.isDestroyed()) window.webContents.send(CHANNEL.daemonChanged, state)
  })
}

/** Only the top frame of our window, showing our own page, may ask. */
function isOurs(event: IpcMainInvokeEvent, window: BrowserWindow): boolean {
  const frame = event.senderFrame
  return frame !== null && frame === window.webContents.mainFrame && isOwnPage(frame.url)
}
