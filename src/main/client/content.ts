import { HEADER } from '../../shared/names.ts'
import { SpillwayError } from '../../shared/errors.ts'
import type { DaemonAddress } from './discover.ts'
import { readRefusal } from './refusal.ts'

/** The exact bytes of an entry as they arrive. A person asks, so it does not count as an agent's read. */
export async function fetchContent(daemon: DaemonAddress, id: string): Promise<ReadableStream<Uint8Array>> {
  const url = new URL(`/api/v1/entries/${encodeURIComponent(id)}/content`, daemon.url)
  const headers = { authorization: `Bearer ${daemon.token}`, [HEADER.view]: '1' }
  const response = await fetch(url, { headers, redirect: 'error' })
  if (response.ok && response.body !== null) return response.body
  throw (
    readRefusal(await response.json().catch(() => null)) ??
    new SpillwayError('internal', `The daemon answered ${response.status}.`)
  )
}
