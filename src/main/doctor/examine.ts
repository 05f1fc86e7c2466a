import { apiClient } from '../client/api.ts'
import type { Place } from '../clients/place.ts'
import { describeCapture } from '../../shared/capture.ts'
import { homePaths } from '../daemon/paths.ts'
import { runtimeFault } from '../daemon/runtime.ts'
import { checkClients } from './clients.ts'
import { checkDaemon } from './daemon.ts'
import { checkDatabase } from './database.ts'
import { fine, wrong } from './finding.ts'
import type { Finding } from './finding.ts'
import { checkConfig, checkHome } from './home.ts'
import { checkUpstreams } from './upstreams.ts'

/** Looks at everything that Spillway needs, and changes nothing: no daemon is started for it. */
export async function examine(home: string, place: Place): Promise<Finding[]> {
  const paths = homePaths(home)
  const fault = runtimeFault()
  // On an older runtime the store's native module would crash, so nothing that loads it is tried.
  if (fault !== null) return [wrong('runtime', fault, 'Install Node 24.')]
  const { finding, file } = checkConfig(paths)
  const { daemon, findings } = await checkDaemon(paths, file.config.server.port)
  const api = daemon === null ? null : apiClient(daemon)
  return [
    fine('runtime', `Node ${process.versions.node}`),
    ...(await checkHome(paths)),
    finding,
    ...findings,
    await checkDatabase(paths),
    fine('capture', describeCapture(file.config.capture)),
    ...(await checkUpstreams(file.config, api)),
    ...(await checkClients(place, daemon)),
  ]
}
