import type { ApiClient } from '../api/client.ts'
import type { DaemonState, ShownPlace } from '../../shared/preload.ts'

/**
 * What the surroundings of the page can do. Features ask for capabilities (null: cannot), never for which
 * surroundings they are in.
 */
export interface Host {
  /** Headers that prove who asks. */
  credentials(): Readonly<Record<string, string>>
  /** Called once before the first request. */
  signIn(client: ApiClient): Promise<void>
  /** Tells of the daemon's life where the host knows it; returns its unsubscribe. */
  watchDaemon: ((listener: (state: DaemonState) => void) => () => void) | null
  restartDaemon: (() => Promise<void>) | null
  /** Hears of places that the app around the page wants shown, such as what a notification told of; returns its unsubscribe. */
  watchPlaces: ((listener: (place: ShownPlace) => void) => () => void) | null
  /** Whether the app starts when the person logs in; null where it is no app. */
  loginItem: { isOn(): Promise<boolean>; set(on: boolean): Promise<void> } | null
  /** Saves an entry's exact bytes where the person says; resolves to the place, or null if they changed their mind. */
  saveEntry(client: ApiClient, entry: string, suggestedName: string): Promise<string | null>
}
