import { keyHeaders, redeemLoginCode } from '../api/login.ts'
import { download } from '../ui/download.ts'
import type { Host } from './host.ts'

/** Any browser: signs in with a single-use code and downloads by itself; it cannot start a process. */
export const browserHost: Host = {
  credentials: keyHeaders,
  signIn: redeemLoginCode,
  watchDaemon: null,
  restartDaemon: null,
  watchPlaces: null,
  loginItem: null,
  async saveEntry(client, entry, suggestedName) {
    // A plain link cannot carry the key header, so the bytes come by fetch.
    const response = await client.fetch(`/entries/${encodeURIComponent(entry)}/content`)
    download(await response.blob(), suggestedName)
    return suggestedName
  },
}
