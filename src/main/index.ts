import { app } from 'electron'
import { openDesktop } from './electron/desktop.ts'
import { chooseHome } from './electron/home.ts'
import { registerScheme } from './electron/protocol.ts'

// Nothing here may wait: a scheme can be registered only before Electron is ready.
registerScheme()
const home = chooseHome(process.argv)
if (app.requestSingleInstanceLock()) void app.whenReady().then(() => openDesktop(home))
else app.quit()
