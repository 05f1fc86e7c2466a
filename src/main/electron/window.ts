import { join } from 'node:path'
import { BrowserWindow, app, nativeTheme, screen } from 'electron'
import { CHANNEL } from '../../preload/channels.ts'
import type { ShownPlace } from '../../shared/preload.ts'
import { ORIGIN } from './origin.ts'
import { MINIMUM, readWindowState, writeWindowState } from './window-state.ts'

/** The page's own background in both themes, so that the window never flashes white. */
const BACKGROUND = { dark: '#0f1416', light: '#f6f8f8' } as const

const statePath = () => join(app.getPath('userData'), 'window.json')

interface WindowOptions {
  /** Made, but not shown until somebody asks for it. */
  readonly hidden: boolean
  readonly staysOnClose: () => boolean
}

/** Opens the app's one window. Closing it only hides it while `staysOnClose()` holds: the app lives in the tray. */
export function openWindow({ hidden, staysOnClose }: WindowOptions): BrowserWindow {
  const areas = screen.getAllDisplays().map((display) => display.workArea)
  const { maximized, ...bounds } = readWindowState(statePath(), areas)
  const window = new BrowserWindow({
    ...bounds,
    minWidth: MINIMUM.width,
    minHeight: MINIMUM.height,
    show: false,
    autoHideMenuBar: true,
    title: app.getName(),
    icon: join(app.getAppPath(), 'resources', 'icon.png'),
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: {
      preload: join(app.getAppPath(), 'out', 'preload', 'index.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      spellcheck: false,
    },
  })
  // To maximise a window shows it.
  const appear = () => (maximized ? window.maximize() : window.show())
  if (hidden) window.once('show', () => maximized && window.maximize())
  else window.once('ready-to-show', appear)
  window.on('close', (event) => {
    const { x, y, width, height } = window.getNormalBounds()
    writeWindowState(statePath(), { x, y, width, height, maximized: window.isMaximized() })
    if (!staysOnClose()) return
    event.preventDefault()
    window.hide()
  })
  window.webContents.on('render-process-gone', (_, { reason }) => {
    if (reason !== 'clean-exit') window.reload()
  })
  void window.loadURL(`${ORIGIN}/`)
  return window
}

/** Brings the window to the front wherever it is; the page goes to `place` where one is given. */
export function showWindow(window: BrowserWindow, place?: ShownPlace): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
  if (place) window.webContents.send(CHANNEL.goTo, place)
}
