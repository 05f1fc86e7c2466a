import type { ApiClient } from '../api/client.ts'
import type { DaemonState } from '../../shared/preload.ts'

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
  /** Saves an entry's exact bytes where the person says; resolves to the place, or null if they changed their mind. */
  saveEntry(client: ApiClient, entry: string, suggestedName: string): Promise<string | null>
}
