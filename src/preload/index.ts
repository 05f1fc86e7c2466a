import { contextBridge, ipcRenderer } from 'electron'
import type { DaemonState, NativeBridge } from '../shared/preload.ts'
import { CHANNEL } from './channels.ts'

const bridge: NativeBridge = {
  platform: process.platform,
  daemonState: () => ipcRenderer.invoke(CHANNEL.daemonState),
  onDaemonState(listener) {
    const receive = (_event: unknown, state: DaemonState) => listener(state)
    ipcRenderer.on(CHANNEL.daemonChanged, receive)
    return () => ipcRenderer.off(CHANNEL.daemonChanged, receive)
  },
  restartDaemon: () => ipcRenderer.invoke(CHANNEL.restartDaemon),
  saveAs: (entry, suggestedName) => ipcRenderer.invoke(CHANNEL.saveAs, entry, suggestedName),
}

contextBridge.exposeInMainWorld('spillway', bridge)
