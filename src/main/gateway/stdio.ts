import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import spawn from 'cross-spawn'
import { LineTransport } from '../rpc/lines.ts'
import type { LineOptions } from '../rpc/lines.ts'
import type { Message } from '../rpc/message.ts'
import type { Transport } from '../rpc/transport.ts'
import { upstreamEnvironment } from './environment.ts'
import type { Log } from './log.ts'
import { endProcessTree } from './process-tree.ts'
import type { RingLog } from './ring-log.ts'

export interface StdioOptions extends LineOptions {
  command: string
  args: readonly string[]
  /** Added to the few variables that every program needs. */
  env: Readonly<Record<string, string>>
  cwd: string | null
  log: Log
  stderr: RingLog
}

const LAST_WORDS_MS = 2_000
const EXIT_MS = 200

/** A stdio MCP server as a child process in a process group of its own. */
export class StdioTransport implements Transport {
  onmessage?: ((message: Message) => void) | undefined
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined

  readonly #options: StdioOptions
  #child: ChildProcess | null = null
  #lines: LineTransport | null = null

  constructor(options: StdioOptions) {
    this.#options = options
  }

  get pid(): number | null {
    return this.#child?.pid ?? null
  }

  /** @throws where the command cannot be started, with the reason */
  async start(): Promise<void> {
    const { command, args, env, cwd, log, stderr } = this.#options
    // Otherwise Node reports the command as missing.
    if (cwd !== null && !existsSync(cwd)) throw new Error(`its working folder ${cwd} does not exist`)
    const child = spawn(command, [...args], {
      env: upstreamEnvironment(env),
      cwd: cwd ?? undefined,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
    this.#child = child
    const { stdin, stdout } = child
    if (stdin === null || stdout === null) throw new Error(`${command} was started without pipes`)
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr.push(chunk)
      log.debug({ stderr: chunk.toString('utf8') }, 'upstream stderr')
    })
    const lines = new LineTransport(stdout, stdin, { ...this.#options, longTexts: true })
    this.#lines = lines
    Object.assign(lines, {
      onmessage: (message: Message) => this.onmessage?.(message),
      onclose: () => void this.#announceEnd(child),
      onerror: (error: Error) => this.onerror?.(error),
    } satisfies Partial<Transport>)
    await lines.start()
    await once(child, 'spawn').catch((error: unknown) => {
      throw startFailure(command, error)
    })
    child.on('error', (error) => this.onerror?.(error))
    // A process it left behind may hold the pipe open; its own last words have had time to arrive by then.
    child.once('exit', () => setTimeout(() => void lines.close(), LAST_WORDS_MS).unref())
  }

  send(message: Message): Promise<void> {
    return this.#lines?.send(message) ?? Promise.reject(new Error('the server was not started'))
  }

  /** Resolves once the process and all that it started are gone: end of input, then SIGTERM, then SIGKILL. */
  async close(): Promise<void> {
    await this.#lines?.close()
    if (this.#child !== null) await endProcessTree(this.#child)
  }

  /** Its streams close a moment before it is known how it ended, and the message should say how. */
  async #announceEnd(child: ChildProcess): Promise<void> {
    const ended = child.exitCode !== null || child.signalCode !== null
    if (!ended) await Promise.race([once(child, 'exit'), sleep(EXIT_MS)])
    this.onclose?.()
  }

  /** How the process ended, for an error message; null while it runs. */
  ending(): string | null {
    // Without a pid it never ran, and its exit code is none.
    const { exitCode, signalCode } = this.#child?.pid === undefined ? {} : this.#child
    if (typeof signalCode === 'string') return `it was ended by ${signalCode}`
    return typeof exitCode === 'number' ? `it exited with code ${exitCode}` : null
  }
}

function startFailure(command: string, cause: unknown): Error {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null
  if (code === 'ENOENT') return new Error(`the command ${command} was not found`, { cause })
  if (code === 'EACCES') return new Error(`the command ${command} may not be run`, { cause })
  return cause instanceof Error ? cause : new Error(String(cause))
}
