import { app } from 'electron'
import { createViewHome } from './daemon/view-home.ts'
import { openDesktop } from './electron/desktop.ts'
import { chooseHome } from './electron/home.ts'
import { registerScheme } from './electron/protocol.ts'
import { startOptions } from './electron/start-options.ts'

// Nothing here may wait: a scheme can be registered only before Electron is ready.
registerScheme()
const { home: option, hidden, view } = startOptions(process.argv)
const home = chooseHome(view === undefined ? option : createViewHome())
if (app.requestSingleInstanceLock()) void app.whenReady().then(() => openDesktop(home, { hidden, view }))
else app.quit()
