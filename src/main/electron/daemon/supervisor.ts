import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { SpillwayError, toErrorBody } from '../../../shared/errors.ts'
import type { DaemonState } from '../../../shared/preload.ts'
import { findDaemon } from '../../client/discover.ts'
import type { DaemonAddress } from '../../client/discover.ts'
import { awaitReady } from './child.ts'
import type { DaemonChild } from './child.ts'
import { endProcess, isAlive } from '../../client/liveness.ts'

export interface SupervisorOptions {
  readonly home: string
  /** A recording that it shows read-only. */
  readonly view?: string | undefined
  /** Runs `spillway ARGS`. */
  readonly launch: (args: readonly string[]) => DaemonChild
  /** Why this runtime cannot run a daemon, as a sentence; null where it can. */
  readonly fault: string | null
}

const READY_TIMEOUT_MS = 20_000
const GRACE_MS = 10_000
const WATCH_MS = 1_000

const POLL_MS = 100

const REMEDY = 'Run “spillway serve” in a terminal instead, with a newer Node.'

/**
 * The one daemon that the app shows: attached to where it runs already, else started here. It never restarts a
 * daemon by itself (a crash at start would loop), but it takes up one that somebody else started meanwhile.
 */
export class DaemonSupervisor {
  readonly #options: SupervisorOptions
  readonly #listeners = new Set<(state: DaemonState) => void>()
  #state: DaemonState = { state: 'starting' }
  #address: DaemonAddress | null = null
  #child: DaemonChild | null = null
  #watch: NodeJS.Timeout | null = null
  /** Steps run one after another, so that a restart never meets a check half way. */
  #queue: Promise<void> = Promise.resolve()
  #checking = false

  constructor(options: SupervisorOptions) {
    this.#options = options
  }

  get state(): DaemonState {
    return this.#state
  }

  /** Where requests go; null while no daemon is up. */
  get address(): DaemonAddress | null {
    return this.#address
  }

  subscribe(listener: (state: DaemonState) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Attaches or starts, and watches from then on. Settles once the state is `up` or `down`. */
  start(): Promise<void> {
    this.#watch ??= setInterval(() => this.#look(), WATCH_MS)
    return this.#enqueue(() => this.#open())
  }

  /**
   * Ends the daemon that is up, one that we only attached to as well, and starts again. In a runtime that could not
   * start another it only looks again: to end the one that works would be no help.
   */
  restart(): Promise<void> {
    return this.#enqueue(async () => {
      this.#set({ state: 'starting' })
      if (this.#options.fault === null) await this.#end()
      await this.#open()
    })
  }

  /** The last call: ends the daemon if it is ours (one that we attached to lives on) and tells nobody any more. */
  stop(): Promise<void> {
    if (this.#watch) clearInterval(this.#watch)
    this.#listeners.clear()
    return this.#enqueue(() => this.#endChild())
  }

  /** Looks at once whether the daemon still answers: for one who just saw a request fail. */
  check(): void {
    if (this.#checking) return
    this.#checking = true
    void this.#enqueue(async () => {
      this.#checking = false
      const found = await findDaemon(this.#options.home)
      if (found) this.#attach(found)
      else if (this.#address) this.#fail('It does not answer any more.', true)
    })
  }

  #look(): void {
    const lost = this.#address !== null && !isAlive(this.#address.pid)
    if (lost || this.#state.state === 'down') this.check()
  }

  async #open(): Promise<void> {
    this.#set({ state: 'starting' })
    const { home, fault } = this.#options
    const running = await findDaemon(home)
    if (running) return this.#attach(running)
    if (fault !== null) return this.#fail(`${fault} ${REMEDY}`, false)
    const refused = await this.#launch([])
    if (refused?.code === 'conflict') await this.#yieldOrMove()
    else if (refused) this.#refuse(refused)
  }

  /** Somebody holds the home or the port: another starter, whose daemon is as good as ours, or a stranger. */
  async #yieldOrMove(): Promise<void> {
    const { home } = this.#options
    const winner = await findDaemon(home)
    if (winner) return this.#attach(winner)
    // Nobody asked for the configured port here, so any other will do.
    const refused = await this.#launch(['--port', '0'])
    if (refused === null) return
    // The other may hold the lock and still be on its way.
    const late = refused.code === 'conflict' ? await awaitDaemon(home, READY_TIMEOUT_MS) : null
    if (late) this.#attach(late)
    else this.#refuse(refused)
  }

  #refuse({ message, hint }: SpillwayError): void {
    this.#fail(hint === undefined ? message : `${message} ${hint}`, true)
  }

  /** Starts a child and waits until it answers; else says why not and leaves nothing behind. */
  async #launch(extra: readonly string[]): Promise<SpillwayError | null> {
    const { home, launch, view } = this.#options
    const viewing = view === undefined ? [] : ['--view', view]
    const child = launch(['serve', '--home', home, '--json', ...viewing, ...extra])
    const refused = await awaitReady(child, READY_TIMEOUT_MS)
    const found = refused ? null : await findDaemon(home)
    if (found === null) {
      await endChild(child)
      return refused ?? new SpillwayError('unavailable', 'The daemon started but does not answer.')
    }
    this.#child = child
    void child.exited.then((code) => this.#childEnded(child, code))
    this.#attach(found)
    return null
  }

  #attach(found: DaemonAddress): void {
    this.#address = found
    const { url, version } = found
    this.#set({ state: 'up', url, version, attached: this.#child === null })
  }

  #childEnded(child: DaemonChild, code: number | null): void {
    // One that was ended on purpose is no longer `#child`.
    if (this.#child !== child) return
    this.#child = null
    this.#fail(`It ended unexpectedly (${code === null ? 'by a signal' : `exit code ${code}`}).`, true)
  }

  #fail(reason: string, canRestart: boolean): void {
    this.#address = null
    this.#set({ state: 'down', reason, canRestart })
  }

  async #end(): Promise<void> {
    await this.#endChild()
    // Only one that proves itself is ended by its id: that of a stale file may be anybody's by now.
    const other = await findDaemon(this.#options.home)
    if (other) await endProcess(other.pid, GRACE_MS)
  }

  async #endChild(): Promise<void> {
    const child = this.#child
    this.#child = null
    this.#address = null
    if (child) await endChild(child)
  }

  #set(state: DaemonState): void {
    if (isDeepStrictEqual(state, this.#state)) return
    this.#state = state
    for (const listener of this.#listeners) listener(state)
  }

  #enqueue(step: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue
      .then(step)
      .catch((error: unknown) => this.#fail(toErrorBody(error).error.message, true))
    return this.#queue
  }
}

async function endChild(child: DaemonChild): Promise<void> {
  if (child.pid !== undefined) await endProcess(child.pid, GRACE_MS)
  await child.exited
}

async function awaitDaemon(home: string, timeoutMs: number): Promise<DaemonAddress | null> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const found = await findDaemon(home)
    if (found || Date.now() >= deadline) return found
    await sleep(POLL_MS)
  }
}
