import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { findDaemon } from '../../src/main/client/discover.ts'
import type { ConfigInput } from '../../src/shared/config.ts'
import { createHome } from '../../tests/integration/cli-process.ts'
import { builtProgram } from './program.ts'

export interface RunningDaemon extends AsyncDisposable {
  readonly url: string
  readonly token: string
  readonly pid: number
  readonly home: string
}

/** Never evicts: what a benchmark stored must still be there when it reads. */
const ROOMY: ConfigInput = { retention: { maxBytes: 64 * 1024 ** 3 } }

/** Starts the daemon of a home and waits until it says that it is ready. */
async function serve(home: string): Promise<void> {
  const child = spawn(process.execPath, [builtProgram(), 'serve', '--port', '0', '--json'], {
    env: { ...process.env, SPILLWAY_HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { done } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next()
  if (done) throw new Error('the daemon ended before it was ready')
}

/**
 * A daemon as users run it: a process of its own over a home folder of its own, on any free port; ended by its pid.
 * @param prepare fills the home before the daemon opens it
 */
export async function startDaemon(
  config: ConfigInput = {},
  prepare?: (home: string) => Promise<void>,
): Promise<RunningDaemon> {
  const { home, [Symbol.asyncDispose]: remove } = await createHome({ ...ROOMY, ...config })
  try {
    await prepare?.(home)
    await serve(home)
    const found = await findDaemon(home)
    if (!found) throw new Error('the daemon cannot be found')
    const { url, token, pid } = found
    return { url, token, pid, home, [Symbol.asyncDispose]: remove }
  } catch (error) {
    await remove()
    throw error
  }
}
