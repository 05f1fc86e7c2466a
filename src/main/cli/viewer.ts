import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SpillwayError } from '../../shared/errors.ts'
import { apiClient } from '../client/api.ts'
import { endProcess } from '../client/liveness.ts'
import { startViewer } from '../client/start.ts'
import { createViewHome } from '../daemon/view-home.ts'
import type { Connection } from './command.ts'
import { showProgress } from './progress.ts'

const LOOK_MS = 200
const GRACE_MS = 10_000

/** A recording in a daemon of its own, read-only. */
export interface Viewer extends Connection {
  /** The one that is in it. */
  readonly session: string
  /** Ends that daemon; its home goes with it. */
  close(): Promise<void>
}

/** The file is looked through before anything of it is shown. @throws SpillwayError `invalid_input` where it cannot be opened */
export async function openViewer(file: string): Promise<Viewer> {
  // Before anything is started for it.
  await access(file)
  const home = createViewHome()
  const daemon = await startViewer(home, resolve(file))
  const api = apiClient(daemon)
  const close = () => endProcess(daemon.pid, GRACE_MS)
  try {
    return { home, daemon, api, session: await opened(api), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function opened(api: Connection['api']): Promise<string> {
  using progress = showProgress('Opening')
  for (;;) {
    const { viewing } = await api.getViewing({})
    if (viewing?.state === 'failed')
      throw new SpillwayError('invalid_input', viewing.reason ?? 'It cannot be opened.')
    if (viewing?.state === 'open' && viewing.session !== null) return viewing.session
    if (viewing) progress.show(viewing)
    await sleep(LOOK_MS)
  }
}

/** Whether a name on the command line means a file, and not the id of something in the home. */
export const isRecording = (name: string): boolean => /\.spillway$|[\\/]/.test(name)
