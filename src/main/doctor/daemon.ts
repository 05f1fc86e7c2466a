import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { SpillwayError } from '../../shared/errors.ts'
import { findDaemon } from '../client/discover.ts'
import type { DaemonAddress } from '../client/discover.ts'
import type { HomePaths } from '../daemon/paths.ts'
import { VERSION } from '../daemon/version.ts'
import { fine, wrong } from './finding.ts'
import type { Finding } from './finding.ts'

/** Whether a daemon runs and answers, who holds the lock, and whether the port is to be had. */
export async function checkDaemon(
  paths: HomePaths,
  port: number,
): Promise<{ daemon: DaemonAddress | null; findings: Finding[] }> {
  const daemon = await findDaemon(paths.home)
  if (daemon === null) return { daemon, findings: [await checkLock(paths), await checkPort(port)] }
  const { url, pid, version } = daemon
  const running = fine('daemon', `answers at ${url} (pid ${pid}, version ${version})`)
  const findings = [version === VERSION ? running : otherVersion(daemon)]
  if (port !== 0 && new URL(url).port !== String(port))
    findings.push(
      wrong(
        'port',
        `the daemon is at ${url}, not at its port ${port}, which was taken`,
        'Free the port and restart the daemon, or change server.port.',
      ),
    )
  return { daemon, findings }
}

const otherVersion = ({ version, pid }: DaemonAddress): Finding =>
  wrong(
    'daemon',
    `version ${version} runs (pid ${pid}), and this is ${VERSION}`,
    'Replace it with: spillway restart',
  )

async function checkLock({ home, lock, logs }: HomePaths): Promise<Finding> {
  const none = fine('daemon', 'none runs; the next command starts one')
  if (!existsSync(home) || !existsSync(lock)) return none
  const { takeLock } = await import('../daemon/lock.ts')
  try {
    takeLock(lock)()
    return none
  } catch (error) {
    if (!(error instanceof SpillwayError)) throw error
    const remedy = `Wait if it is just starting; else end that process. Its log is in ${logs}.`
    return wrong('lock', 'a daemon holds this home and does not answer', remedy)
  }
}

async function checkPort(port: number): Promise<Finding> {
  if (port === 0) return fine('port', 'any free one')
  const probe = createServer()
  try {
    probe.listen(port, '127.0.0.1')
    await once(probe, 'listening')
    return fine('port', `${port} is free`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'EADDRINUSE' ? 'is held by another program' : `cannot be used (${code})`
    return wrong('port', `${port} ${why}`, 'End that program, or set server.port in config.json.')
  } finally {
    probe.close()
  }
}
