import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 50

/** Whether a process with this id exists. One that belongs to another user does. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Asks the process to end, and makes it end after `graceMs`. */
export async function endProcess(pid: number, graceMs: number): Promise<void> {
  const deadline = Date.now() + graceMs
  signal(pid, 'SIGTERM')
  while (isAlive(pid)) {
    if (Date.now() >= deadline) return signal(pid, 'SIGKILL')
    await sleep(POLL_MS)
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  // Between two looks it may have ended by itself, which is what was wanted.
  if (isAlive(pid)) process.kill(pid, name)
}
