import { type ChildProcess, fork } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { DemoState } from '../../shared/contract/demo.ts'
import { SpillwayError, toErrorBody } from '../../shared/errors.ts'
import { parseJson } from '../client/json.ts'
import { cliProgram } from '../client/program.ts'
import { readRefusal } from '../client/refusal.ts'
import type { DemoMoment } from '../demo/run.ts'
import { DEMO_STEPS } from '../demo/script.ts'
import { demoFolder, demoServer } from '../demo/server.ts'
import type { DemoControl } from '../operations/services.ts'

type Progress = Omit<DemoState, 'available'>

const NONE: Progress = {
  state: 'idle',
  session: null,
  prompt: null,
  step: 0,
  steps: DEMO_STEPS,
  reason: null,
}

/** How long a child that was told to end may take. */
const LAST_STEP_MS = 3_000

/** Plays `spillway demo` against this daemon: an agent in a process of its own, as every other. */
export class DemoPlayer implements DemoControl {
  readonly #home: string
  #progress = NONE
  #running: { readonly child: ChildProcess; readonly ended: Promise<void> } | null = null
  #stopping = false

  constructor(home: string) {
    this.#home = home
  }

  state(): DemoState {
    const missing = whyNot()
    return { ...this.#progress, available: missing === null, reason: this.#progress.reason ?? missing }
  }

  play({ fast }: { fast: boolean }): DemoState {
    if (this.#running !== null) throw new SpillwayError('conflict', 'The demo is playing.')
    demoServer(demoFolder())
    const args = ['demo', '--home', this.#home, '--json', ...(fast ? ['--fast'] : [])]
    const child = fork(cliProgram(), args, {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      execArgv: [],
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    })
    child.on('message', ({ session, prompt, step }: DemoMoment) => {
      this.#progress = { ...this.#progress, session, prompt, step }
    })
    this.#stopping = false
    this.#progress = { ...NONE, state: 'playing' }
    this.#running = { child, ended: this.#follow(child) }
    return this.state()
  }

  async stop(): Promise<DemoState> {
    if (this.#running === null) {
      this.#progress = NONE
      return this.state()
    }
    const { child, ended } = this.#running
    this.#stopping = true
    // Without its channel it ends by itself, after the call that it is in.
    if (child.connected) child.disconnect()
    const kill = setTimeout(() => child.kill('SIGKILL'), LAST_STEP_MS)
    await ended
    clearTimeout(kill)
    return this.state()
  }

  async #follow(child: ChildProcess): Promise<void> {
    const printed = child.stdout === null ? '' : text(child.stdout)
    const [code, said] = await Promise.all([exitOf(child), printed])
    this.#running = null
    if (this.#stopping) this.#progress = { ...this.#progress, state: 'stopped' }
    else if (code === 0) this.#progress = { ...this.#progress, state: 'done' }
    else this.#progress = { ...this.#progress, state: 'failed', reason: failureIn(said) }
  }
}

/** Null where it did not end by itself, or never began. */
const exitOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => {
    child.once('exit', resolve)
    child.once('error', () => resolve(null))
  })

/** Why it cannot be played here; null where it can. */
function whyNot(): string | null {
  try {
    demoServer(demoFolder())
    return null
  } catch (error) {
    return sentence(error)
  }
}

const failureIn = (printed: string): string =>
  sentence(readRefusal(parseJson(printed)) ?? new Error('The demo agent ended without a word.'))

function sentence(thrown: unknown): string {
  const { message, hint } = toErrorBody(thrown).error
  return [message, hint].filter(Boolean).join(' ')
}
