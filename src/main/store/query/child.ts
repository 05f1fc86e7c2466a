import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type ErrorCode, SpillwayError } from '../../../shared/errors.ts'
import { programEntry } from '../../threads/entry.ts'
import type { QueryCall, QueryMethods, QueryReply } from './protocol.ts'
import { MEMORY_LIMIT } from './limits.ts'

const MEMORY_EVERY_MS = 25
/** Of the priorities from -20 to 19: gives way, but is not starved where the processors are full. */
const NICENESS = 5

interface Waiting {
  resolve(reply: QueryReply): void
  reject(error: SpillwayError): void
}

/** A query child as seen from the daemon. Calls go one at a time; whatever takes too long or too much is killed outright. */
export class QueryChild {
  readonly #process: ChildProcess
  readonly #memory: NodeJS.Timeout
  readonly #ended: Promise<void>
  #waiting: Waiting | null = null
  #fault: SpillwayError | null = null

  constructor() {
    const { SystemRoot } = process.env
    const entry = programEntry(import.meta.url, './program.ts', 'query-child.js')
    this.#process = fork(fileURLToPath(entry), [], {
      // Nothing of the daemon's environment and flags is needed there; Windows cannot start a program without its root.
      env: { ELECTRON_RUN_AS_NODE: '1', ...(SystemRoot === undefined ? {} : { SystemRoot }) },
      execArgv: [`--max-old-space-size=${MEMORY_LIMIT / 1024 / 1024}`, '--max-semi-space-size=4'],
      serialization: 'advanced',
      // What it says when it dies goes where the daemon's own last words go.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#process.on('message', (reply: QueryReply) => this.#settle(reply))
    this.#process.once('error', (error) => this.#fail(new SpillwayError('internal', error.message)))
    this.#ended = new Promise((resolve) => {
      this.#process.once('exit', (code, signal) => {
        this.#fail(endReason(code, signal))
        resolve()
      })
    })
    this.#memory = setInterval(() => this.#checkMemory(), MEMORY_EVERY_MS).unref()
  }

  /** True once it cannot be used again. */
  get dead(): boolean {
    return this.#fault !== null
  }

  /** @throws SpillwayError as the child gives it, `timeout` after `limitMs`, `too_large` over the memory limit: then it is dead */
  async call<K extends keyof QueryMethods>(
    method: K,
    argument: Parameters<QueryMethods[K]>[0],
    limitMs: number,
  ): Promise<ReturnType<QueryMethods[K]>> {
    if (this.#fault) throw this.#fault
    const call: QueryCall = { method, argument, limitMs }
    const timer = setTimeout(() => this.#kill(tooSlow(method, limitMs)), limitMs)
    try {
      const reply = await new Promise<QueryReply>((resolve, reject) => {
        this.#waiting = { resolve, reject }
        // A failure to send is followed by the end of the process, which says more.
        this.#process.send(call, () => undefined)
      })
      if ('value' in reply) return reply.value as ReturnType<QueryMethods[K]>
      const { code, message, hint } = reply.failure.error
      throw new SpillwayError(code as ErrorCode, message, hint)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Ends it; resolves once it is gone. */
  async end(): Promise<void> {
    this.#kill(new SpillwayError('unavailable', 'The query was ended.'))
    await this.#ended
  }

  #settle(reply: QueryReply): void {
    this.#waiting?.resolve(reply)
    this.#waiting = null
  }

  #kill(why: SpillwayError): void {
    this.#fail(why)
    this.#process.kill('SIGKILL')
  }

  #fail(why: SpillwayError): void {
    clearInterval(this.#memory)
    this.#fault ??= why
    this.#waiting?.reject(this.#fault)
    this.#waiting = null
  }

  #checkMemory(): void {
    if ((residentBytes(this.#process.pid) ?? 0) > MEMORY_LIMIT) this.#kill(tooLarge())
  }

  /** From now on it yields to others: a query may use what is left of the processors, but delays no read. */
  yieldToOthers(): void {
    if (this.#process.pid === undefined) return
    try {
      setPriority(this.#process.pid, NICENESS)
    } catch {
      // It may be gone already, or the system may not allow it: it then runs as any other process.
      return
    }
  }
}

/** The memory that a process holds; null where the system does not tell at no cost (the child then looks after itself). */
function residentBytes(pid: number | undefined): number | null {
  if (process.platform !== 'linux' || pid === undefined) return null
  try {
    const [, kib] = /^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kib === undefined ? null : Number(kib) * 1024
  } catch {
    // Between its end and our hearing of it.
    return null
  }
}

function tooSlow(method: keyof QueryMethods, limitMs: number): SpillwayError {
  const seconds = Math.round(limitMs / 100) / 10
  return method === 'load'
    ? new SpillwayError(
        'timeout',
        `To make this content ready for queries took longer than ${seconds} s and was stopped.`,
        'Use grep, lines or range.',
      )
    : new SpillwayError(
        'timeout',
        `The query took longer than ${seconds} s and was stopped.`,
        method === 'sql'
          ? 'Add WHERE or LIMIT, and check that a recursive CTE ends.'
          : 'Use a simpler path, without nested repetition in match() or search().',
      )
}

const tooLarge = () =>
  new SpillwayError(
    'too_large',
    `The query needed more than ${MEMORY_LIMIT / 1024 / 1024} MiB of memory and was stopped.`,
    'Narrow it with WHERE or LIMIT (a sort of everything is held in memory); grep, lines and range always work.',
  )

/** Of an end that nobody here ordered: the child's own watch, the engine or the system had to stop it, for its memory. */
function endReason(code: number | null, signal: NodeJS.Signals | null): SpillwayError {
  if (signal === 'SIGKILL' || signal === 'SIGABRT' || code === 134) return tooLarge()
  return new SpillwayError('internal', `The query process ended with ${signal ?? code}.`)
}
