import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import { SpillwayError } from '../../../shared/errors.ts'
import { runtimeFault } from '../../daemon/runtime.ts'

const PATIENCE_MS = 60_000
const POLL_MS = 50

/**
 * Waits until no other sync works in `folder`; the lock goes with the process that holds it.
 * @returns a function that lets go
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const fault = runtimeFault()
  if (fault !== null) throw new SpillwayError('unsupported', fault, 'Install Node 24 and try again.')
  const { takeLock } = await import('../../daemon/lock.ts')
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(POLL_MS)) {
    try {
      return takeLock(join(folder, '.spillway-notes.lock'))
    } catch (error) {
      if (!(error instanceof SpillwayError)) throw error
      if (Date.now() > deadline) throw new SpillwayError('conflict', `Another sync works in ${folder}.`)
    }
  }
}
