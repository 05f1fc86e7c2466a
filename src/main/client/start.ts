import { setTimeout as sleep } from 'node:timers/promises'
import { SpillwayError } from '../../shared/errors.ts'
import { homePaths } from '../daemon/paths.ts'
import { findDaemon } from './discover.ts'
import type { DaemonAddress } from './discover.ts'

export interface StartOptions {
  /** The daemon ends after so many minutes without use. */
  readonly idleMinutes?: number
  /** How long to wait for a daemon that answers. */
  readonly timeoutMs?: number
}

const AUTO_IDLE_MINUTES = 30
const START_TIMEOUT_MS = 20_000
const POLL_MS = 50

/** The daemon of `home`: the one that runs, else a new one. */
export async function ensureDaemon(home: string, options?: StartOptions): Promise<DaemonAddress> {
  return (await findDaemon(home)) ?? (await startDaemon(home, options))
}

/**
 * Starts a daemon that outlives this process (plain Node only) and waits until it answers. Where another starter
 * was faster, its daemon is the answer: the lock in the home folder lets one live. Throws `unavailable` or what the
 * daemon gave as its reason.
 */
export async function startDaemon(home: string, options: StartOptions = {}): Promise<DaemonAddress> {
  const { idleMinutes = AUTO_IDLE_MINUTES, timeoutMs = START_TIMEOUT_MS } = options
  const deadline = Date.now() + timeoutMs
  // Mostly a daemon runs, and nobody waits for what starts one.
  const { spawnDaemon } = await import('./spawn.ts')
  const refused = await spawnDaemon({ home, idleMinutes, deadline })
  if (refused === null) return await awaitDaemon(home, deadline)
  if (refused.code !== 'conflict') throw refused
  const winner = await findDaemon(home)
  if (winner) return winner
  // The configured port may be a stranger's. Nobody asked for that port here, so any other will do.
  const refusedAgain = await spawnDaemon({ home, idleMinutes, deadline, port: 0 })
  if (refusedAgain !== null && refusedAgain.code !== 'conflict') throw refusedAgain
  // A conflict on a free port is the lock: its holder is still starting.
  return await awaitDaemon(home, deadline)
}

/** Starts a daemon that shows a recording read-only, in a home that was made for it. */
export async function startViewer(home: string, file: string): Promise<DaemonAddress> {
  const deadline = Date.now() + START_TIMEOUT_MS
  const { spawnDaemon } = await import('./spawn.ts')
  const refused = await spawnDaemon({ home, idleMinutes: AUTO_IDLE_MINUTES, deadline, port: 0, view: file })
  if (refused !== null) throw refused
  return await awaitDaemon(home, deadline)
}

/** Polls until a daemon answers. Throws `unavailable` at the deadline. */
async function awaitDaemon(home: string, deadline: number): Promise<DaemonAddress> {
  for (;;) {
    const found = await findDaemon(home)
    if (found) return found
    if (Date.now() >= deadline) break
    await sleep(POLL_MS)
  }
  const hint = `See ${homePaths(home).logs}.`
  throw new SpillwayError('unavailable', 'A daemon holds this home but does not answer.', hint)
}
