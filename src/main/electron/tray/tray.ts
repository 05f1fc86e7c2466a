import { join } from 'node:path'
import { Menu, Tray, app, nativeImage } from 'electron'
import type { NativeImage } from 'electron'
import type { DaemonState } from '../../../shared/preload.ts'
import { describeDaemon } from '../daemon/describe.ts'
import type { TrayFigures } from './figures.ts'
import { type TrayActions, trayTemplate } from './menu.ts'

/** The app in the tray: its icon says how the daemon is, its menu how much it saved. */
export class TrayIcon {
  /** Kept: a collected tray disappears. */
  readonly #tray: Tray
  readonly #actions: TrayActions
  #state: DaemonState
  #figures: TrayFigures | null = null

  constructor(state: DaemonState, actions: TrayActions) {
    this.#state = state
    this.#actions = actions
    this.#tray = new Tray(icon(state, null))
    // On macOS a click opens the menu.
    if (process.platform !== 'darwin') this.#tray.on('click', actions.open)
    this.#draw()
  }

  show(state: DaemonState, figures: TrayFigures | null): void {
    this.#state = state
    this.#figures = state.state === 'up' ? figures : null
    this.#draw()
  }

  destroy(): void {
    this.#tray.destroy()
  }

  #draw(): void {
    const facts = {
      name: app.getName(),
      version: app.getVersion(),
      state: this.#state,
      figures: this.#figures,
    }
    const paused = this.#figures?.paused === true ? ', capture paused' : ''
    this.#tray.setImage(icon(this.#state, this.#figures))
    this.#tray.setToolTip(`${facts.name}: ${describeDaemon(this.#state, facts.version)}${paused}`)
    this.#tray.setContextMenu(Menu.buildFromTemplate(trayTemplate(facts, this.#actions)))
  }
}

/** macOS colours a template image itself; elsewhere the colour is ours. */
function icon(state: DaemonState, figures: TrayFigures | null): NativeImage {
  const drawing = drawingOf(state, figures)
  const name = process.platform === 'darwin' ? `${drawing}Template.png` : `${drawing}.png`
  return nativeImage.createFromPath(join(app.getAppPath(), 'resources', 'tray', name))
}

function drawingOf({ state }: DaemonState, figures: TrayFigures | null): string {
  if (state !== 'up' || figures === null) return state
  if (figures.paused) return 'paused'
  return figures.failing.length > 0 ? 'trouble' : 'up'
}
