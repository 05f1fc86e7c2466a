import { app } from 'electron'
import { openDesktop } from './electron/desktop.ts'
import { chooseHome } from './electron/home.ts'
import { registerScheme } from './electron/protocol.ts'
import { startOptions } from './electron/start-options.ts'

// Nothing here may wait: a scheme can be registered only before Electron is ready.
registerScheme()
const { home: option, hidden } = startOptions(process.argv)
const home = chooseHome(option)
if (app.requestSingleInstanceLock()) void app.whenReady().then(() => openDesktop(home, { hidden }))
else app.quit()
