import type { NativeBridge } from '../../shared/preload.ts'
import type { Host } from './host.ts'

/** The desktop app: its main process holds the token, watches the daemon and owns the file dialog. */
export function electronHost(bridge: NativeBridge): Host {
  return {
    credentials: () => ({}),
    signIn: async () => undefined,
    watchDaemon(listener) {
      let watching = true
      const stop = bridge.onDaemonState(listener)
      void bridge.daemonState().then((state) => watching && listener(state))
      return () => {
        watching = false
        stop()
      }
    },
    restartDaemon: () => bridge.restartDaemon(),
    watchPlaces: (listener) => bridge.onGoTo(listener),
    loginItem: { isOn: () => bridge.loginItem(), set: (on) => bridge.setLoginItem(on) },
    saveEntry: (_client, entry, suggestedName) => bridge.saveAs(entry, suggestedName),
  }
}
