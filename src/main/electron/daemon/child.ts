import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { SpillwayError } from '../../../shared/errors.ts'
import { parseJson } from '../../client/json.ts'
import { readyLine } from '../../client/ready.ts'
import { readRefusal } from '../../client/refusal.ts'

/** A daemon process that we started, whatever started it (Electron's utility process, or plain Node). */
export interface DaemonChild {
  /** Undefined before it runs and after it ended. */
  readonly pid: number | undefined
  readonly stdout: Readable
  /** Its exit code; null where a signal ended it. */
  readonly exited: Promise<number | null>
}

/** Waits for the child's first line: null once it is ready, else why it refused or why nothing was heard. */
export async function awaitReady(child: DaemonChild, timeoutMs: number): Promise<SpillwayError | null> {
  const line = await firstLine(child.stdout, timeoutMs)
  // What follows is not for us, but an unread pipe would stop the daemon once it is full.
  child.stdout.resume()
  if (line === null) return new SpillwayError('unavailable', 'The daemon ended before it was ready.')
  const said = parseJson(line)
  if (readyLine.safeParse(said).success) return null
  return readRefusal(said) ?? new SpillwayError('internal', `The daemon said: ${line.slice(0, 200)}`)
}

async function firstLine(stdout: Readable, timeoutMs: number): Promise<string | null> {
  const lines = createInterface({ input: stdout, signal: AbortSignal.timeout(timeoutMs) })
  const ended = once(lines, 'close').then(() => null)
  const line = once(lines, 'line').then(([text]: string[]) => text ?? null)
  const first = await Promise.race([line, ended])
  lines.close()
  return first
}
