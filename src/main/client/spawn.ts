import { spawn } from 'node:child_process'
import { mkdirSync, openSync, closeSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { SpillwayError } from '../../shared/errors.ts'
import { homePaths } from '../daemon/paths.ts'
import { parseJson } from './json.ts'
import { cliProgram } from './program.ts'
import { readyLine } from './ready.ts'
import { readRefusal } from './refusal.ts'

interface SpawnOptions {
  readonly home: string
  readonly idleMinutes: number
  /** When waiting for a first line ends, as of `Date.now()`. */
  readonly deadline: number
  /** Without one the configured port is used. */
  readonly port?: number
  /** A recording to show read-only. */
  readonly view?: string
}

const MAX_STDERR_LOG_BYTES = 1_048_576

/** Starts `spillway serve` on its own; null once it says that it is ready, else why it refused. */
export async function spawnDaemon(options: SpawnOptions): Promise<SpillwayError | null> {
  const { home, idleMinutes, port, view, deadline } = options
  const args = ['serve', '--home', home, '--json', '--idle-exit', String(idleMinutes)]
  if (port !== undefined) args.push('--port', String(port))
  if (view !== undefined) args.push('--view', view)
  const log = openStderrLog(home)
  const child = spawn(process.execPath, [cliProgram(), ...args], {
    detached: true,
    // Not the caller's folder: a daemon that outlives it must not hold that folder busy.
    cwd: home,
    stdio: ['ignore', 'pipe', log],
    windowsHide: true,
  })
  closeSync(log)
  const failure = new Promise<null>((resolve) => child.once('error', () => resolve(null)))
  const line = await Promise.race([firstLine(child.stdout, deadline), failure])
  // It prints one line and no more, so nothing is lost, and nothing of it keeps this process alive.
  child.stdout?.destroy()
  child.unref()
  return refusalOf(line, home)
}

/** The first line of `stdout`; null where it ends, or the deadline comes, before one. */
async function firstLine(stdout: Readable | null, deadline: number): Promise<string | null> {
  if (stdout === null) return null
  const signal = AbortSignal.timeout(Math.max(1, deadline - Date.now()))
  const lines = createInterface({ input: stdout, signal })
  return await new Promise((resolve) => {
    lines.once('line', resolve)
    lines.once('close', () => resolve(null))
  })
}

/** What the first line says: the ready line (null) or why there is none. */
function refusalOf(line: string | null, home: string): SpillwayError | null {
  const hint = `See ${homePaths(home).logs}.`
  if (line === null) return new SpillwayError('unavailable', 'The daemon did not become ready.', hint)
  const said = parseJson(line)
  if (readyLine.safeParse(said).success) return null
  return readRefusal(said) ?? new SpillwayError('internal', `The daemon said: ${line.slice(0, 200)}`, hint)
}

/** What a daemon prints when it dies before or beside its own log. */
function openStderrLog(home: string): number {
  const { logs } = homePaths(home)
  mkdirSync(home, { recursive: true, mode: 0o700 })
  mkdirSync(logs, { recursive: true, mode: 0o700 })
  const path = join(logs, 'stderr.log')
  const full = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_STDERR_LOG_BYTES
  return openSync(path, full ? 'w' : 'a', 0o600)
}
