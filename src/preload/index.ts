import { contextBridge, ipcRenderer } from 'electron'
import type { DaemonState, NativeBridge, ShownPlace } from '../shared/preload.ts'
import { CHANNEL } from './channels.ts'

const bridge: NativeBridge = {
  platform: process.platform,
  daemonState: () => ipcRenderer.invoke(CHANNEL.daemonState),
  onDaemonState: (listener) => listen<DaemonState>(CHANNEL.daemonChanged, listener),
  restartDaemon: () => ipcRenderer.invoke(CHANNEL.restartDaemon),
  saveAs: (entry, suggestedName) => ipcRenderer.invoke(CHANNEL.saveAs, entry, suggestedName),
  onGoTo: (listener) => listen<ShownPlace>(CHANNEL.goTo, listener),
  loginItem: () => ipcRenderer.invoke(CHANNEL.loginItem),
  setLoginItem: (on) => ipcRenderer.invoke(CHANNEL.setLoginItem, on),
}

/** Returns what ends it. The page gets the message alone, never the event with its sender. */
function listen<T>(channel: string, listener: (message: T) => void): () => void {
  const receive = (_event: unknown, message: T) => listener(message)
  ipcRenderer.on(channel, receive)
  return () => ipcRenderer.off(channel, receive)
}

contextBridge.exposeInMainWorld('spillway', bridge)
