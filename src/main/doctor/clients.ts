import { existsSync } from 'node:fs'
import { SpillwayError } from '../../shared/errors.ts'
import type { DaemonAddress } from '../client/discover.ts'
import { inFile, serverPath, workingToken } from '../clients/connect.ts'
import { isTable, readConfig } from '../clients/formats/format.ts'
import { KNOWN_CLIENTS, isHere } from '../clients/known-clients.ts'
import type { KnownClient } from '../clients/known-clients.ts'
import type { Place } from '../clients/place.ts'
import { openSettings } from '../clients/settings-file.ts'
import { fine, wrong } from './finding.ts'
import type { Finding } from './finding.ts'

/** The clients on this machine: that their files can be read, and that what they say of us is still true. */
export async function checkClients(place: Place, daemon: DaemonAddress | null): Promise<Finding[]> {
  const here = KNOWN_CLIENTS.filter((client) => isHere(client, place))
  if (here.length === 0) return [fine('clients', 'none that are known were found')]
  return await Promise.all(here.map((client) => checkClient(client, place, daemon)))
}

async function checkClient(
  client: KnownClient,
  place: Place,
  daemon: DaemonAddress | null,
): Promise<Finding> {
  const { id, title } = client
  try {
    const file = await openSettings(client.file(place))
    const text = file.text ?? ''
    const entry = await inFile(file, () => readConfig(client.format, text, serverPath(client, text)))
    if (entry === undefined) return fine('clients', `${title} is not connected (spillway connect ${id})`)
    const fault = await faultOf(entry, daemon)
    if (fault === null) return fine('clients', `${title} is connected`)
    return wrong('clients', `${title}: ${fault}`, `spillway connect ${id}`)
  } catch (error) {
    if (!(error instanceof SpillwayError)) throw error
    return wrong('clients', `${title}: ${error.message}`, 'Mend the file by hand.')
  }
}

/** Why a client's entry for us does not work any more; null where it does, as far as can be told. */
async function faultOf(entry: unknown, daemon: DaemonAddress | null): Promise<string | null> {
  if (!isTable(entry)) return 'its entry for Spillway is none'
  const command = [entry['command'] ?? entry['cmd']].flat()[0]
  if (typeof command === 'string' && /^(?:\/|[A-Za-z]:)/.test(command) && !existsSync(command))
    return `it starts ${command}, which is gone`
  if (daemon === null) return null
  const url = [entry['url'], entry['httpUrl'], entry['serverUrl'], entry['uri']].find(
    (value) => typeof value === 'string',
  )
  if (url !== undefined && !url.startsWith(`${daemon.url}/`))
    return `it looks for Spillway at ${url}, and it is at ${daemon.url}`
  const token = /spw_[A-Za-z0-9_-]+/.test(JSON.stringify(entry))
  return token && (await workingToken(entry, daemon)) === null ? 'its token is not known any more' : null
}
