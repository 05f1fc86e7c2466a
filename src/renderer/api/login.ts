import { HEADER } from '../../shared/names.ts'
import type { ApiClient } from './client.ts'

const STORED = 'spillway-key'

/** The key that goes with the login cookie; kept for this tab only, so a cookie alone opens nothing. */
export function keyHeaders(): Record<string, string> {
  const key = sessionStorage.getItem(STORED)
  return key === null ? {} : { [HEADER.key]: key }
}

/**
 * Redeems the single-use code in the page's fragment, where there is one, and takes it out of the address bar
 * and the history at once.
 * @throws {ApiFailure} where the code was used or is too old.
 */
export async function redeemLoginCode(client: ApiClient): Promise<void> {
  const code = new URLSearchParams(location.hash.slice(1)).get('code')
  if (code === null) return
  history.replaceState(null, '', location.pathname + location.search)
  const { key } = await client.call('login', { code })
  sessionStorage.setItem(STORED, key)
}
