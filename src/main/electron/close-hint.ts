import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import type { BrowserWindow } from 'electron'
import { notify } from './tray/notify.ts'

/** The first time that the window is closed: that the app goes on, and how to get it back. A start of the app shows it as well. */
export function sayOnceWhereItWent(window: BrowserWindow, show: () => void): void {
  const said = join(app.getPath('userData'), 'close-hint')
  window.on('hide', () => {
    if (existsSync(said)) return
    writeFileSync(said, '')
    const name = app.getName()
    notify(
      `${name} goes on in the tray`,
      `Agents keep working. Quit it from the tray, or start ${name} again to see it.`,
      show,
    )
  })
}
