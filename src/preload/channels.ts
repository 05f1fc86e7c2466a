/** The IPC channels between page and main process, named once for both ends. */
export const CHANNEL = {
  daemonState: 'daemon:state',
  daemonChanged: 'daemon:changed',
  restartDaemon: 'daemon:restart',
  saveAs: 'entry:save-as',
  goTo: 'place:go-to',
  loginItem: 'login-item:get',
  setLoginItem: 'login-item:set',
} as const
