import { type DaemonAddress, findDaemon } from './discover.ts'
import { endProcess } from './liveness.ts'
import { startDaemon } from './start.ts'

/** What is under way has so long to end. */
const GRACE_MS = 10_000

/** Ends the daemon of `home` (one that proved itself: the id in a stale file may be anybody's) and starts one of this version. */
export async function restartDaemon(
  home: string,
): Promise<{ ended: DaemonAddress | null; started: DaemonAddress }> {
  const ended = await findDaemon(home)
  if (ended) await endProcess(ended.pid, GRACE_MS)
  return { ended, started: await startDaemon(home) }
}
