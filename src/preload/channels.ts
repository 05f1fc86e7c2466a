/** The IPC channels between page and main process, named once for both ends. */
export const CHANNEL = {
  daemonState: 'daemon:state',
  daemonChanged: 'daemon:changed',
  restartDaemon: 'daemon:restart',
  saveAs: 'entry:save-as',
} as const
