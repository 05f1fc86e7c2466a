import { findDaemon } from '../../src/main/client/discover.ts'
import type { ConfigInput } from '../../src/shared/config.ts'
import { createHome, serve } from '../../tests/integration/cli-process.ts'

export interface RunningDaemon extends AsyncDisposable {
  readonly url: string
  readonly token: string
  readonly pid: number
  readonly home: string
}

/** Never evicts: what a benchmark stored must still be there when it reads. */
const ROOMY: ConfigInput = { retention: { maxBytes: 64 * 1024 ** 3 } }

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
    const { child } = await serve(home)
    child.stderr?.pipe(process.stderr)
    const found = await findDaemon(home)
    if (!found) throw new Error('the daemon cannot be found')
    const { url, token, pid } = found
    return { url, token, pid, home, [Symbol.asyncDispose]: remove }
  } catch (error) {
    await remove()
    throw error
  }
}
