import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import spawn from 'cross-spawn'

/** How long a server may take to leave by itself once its input ended, and again after SIGTERM. */
const PATIENCE_MS = 1_500
const POLL_MS = 20

/**
 * Ends a child that leads its own process group, and whatever it started: servers are often run through
 * npx or a shell, and a signal to those alone would orphan the server.
 */
export async function endProcessTree(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return
  child.stdin?.end()
  if (!(await treeEnds(child, child.pid))) {
    signalTree(child.pid, 'SIGTERM')
    if (!(await treeEnds(child, child.pid))) {
      signalTree(child.pid, 'SIGKILL')
      await treeEnds(child, child.pid)
    }
  }
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy()
}

/** Whether all of the tree was gone before patience ran out. */
async function treeEnds(child: ChildProcess, pid: number): Promise<boolean> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(POLL_MS)) {
    const leaderGone = child.exitCode !== null || child.signalCode !== null
    if (leaderGone && (process.platform === 'win32' || !signalTree(pid, 0))) return true
  }
  return false
}

/** Whether anyone was there to be signalled. */
function signalTree(pid: number, signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true })
    return true
  }
  try {
    return process.kill(-pid, signal)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw error
  }
}
