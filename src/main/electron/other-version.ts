import { app, dialog } from 'electron'
import type { BrowserWindow } from 'electron'
import type { DaemonState } from '../../shared/preload.ts'
import type { DaemonSupervisor } from './daemon/supervisor.ts'

/** Names a daemon of another version, once for each, and replaces it on request: agents may be at work on it. */
export function offerReplacement(window: BrowserWindow, daemon: DaemonSupervisor): void {
  let asked: string | null = null
  const ask = async (state: DaemonState) => {
    if (state.state !== 'up' || state.version === app.getVersion() || state.version === asked) return
    asked = state.version
    const { response } = await dialog.showMessageBox(window, {
      type: 'question',
      message: `The daemon that runs is version ${state.version}; this app is ${app.getVersion()}.`,
      detail: 'Replacing it ends calls that are under way. What is stored stays.',
      buttons: ['Keep It', 'Replace It'],
      defaultId: 0,
      cancelId: 0,
    })
    if (response === 1) await daemon.restart()
  }
  daemon.subscribe((state) => void ask(state))
}
