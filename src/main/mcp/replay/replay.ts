import { randomBytes } from 'node:crypto'
import type { AskedCall, ServedReplay, ReplayReport } from '../../../shared/contract/replay-server.ts'
import type { Caller } from '../../operations/services.ts'
import { type Asked, type Found, Run, type Script } from '../../recording/replay/script.ts'
import type { ScriptCall } from '../../store/reads/script.ts'
import type { Recording } from './recording.ts'

/** Of what was asked and what nobody asked for, a report lists this many. */
const LISTED = 1_000
const SHOWN_CHARS = 2_000
const TOKEN_BYTES = 24

export interface ReplayOptions {
  readonly id: string
  readonly recording: Recording
  /** Who started it, and so whose it is. */
  readonly owner: Caller
  readonly raw: boolean
  readonly passthrough: boolean
  readonly url: string
  readonly now: () => number
}

/** A recording that is being served: what each agent has got of it, and what there is to report. */
export class Replay {
  readonly options: ReplayOptions
  /** Good for its endpoint alone, so that an agent under development never holds the token of a person or of another client. */
  readonly token = `replay_${randomBytes(TOKEN_BYTES).toString('base64url')}`
  readonly #startedAt: number
  /** By the session of the agent. */
  readonly #runs = new Map<string, Run>()
  readonly #asked: AskedCall[] = []
  readonly #unused: Map<string, ScriptCall>
  readonly #counts = { matched: 0, missed: 0, passed: 0 }

  constructor(options: ReplayOptions) {
    this.options = options
    this.#startedAt = options.now()
    this.#unused = new Map(this.#script.calls.map((call) => [call.id, call]))
  }

  get #script(): Script {
    return this.options.recording.script
  }

  run(session: string): Run {
    const run = this.#runs.get(session) ?? new Run(this.#script)
    this.#runs.set(session, run)
    return run
  }

  /** Notes for the report what became of a call. @param gone the recorded call was found, its bytes were not */
  note(session: string, asked: Asked, found: Found, outcome: AskedCall['outcome'], gone = false): AskedCall {
    const { recording, now } = this.options
    if ('call' in found) this.#unused.delete(found.call.id)
    this.#counts[outcome]++
    const listed = recording.tools.find(
      ({ server, tool }) => server === (asked.server ?? '') && tool === asked.tool,
    )
    const noted: AskedCall = {
      at: new Date(now()).toISOString(),
      run: session,
      tool: listed?.publicName ?? asked.tool,
      arguments: shown(asked.arguments),
      outcome,
      ...('call' in found
        ? { call: found.call.id, why: gone ? 'gone' : null, differences: [] }
        : {
            call: found.miss.why === 'arguments' ? found.miss.nearest.id : null,
            why: found.miss.why,
            differences: found.miss.why === 'arguments' ? [...found.miss.differences] : [],
          }),
    }
    this.#asked.push(noted)
    if (this.#asked.length > LISTED) this.#asked.shift()
    return noted
  }

  get state(): ServedReplay {
    const { id, recording, raw, passthrough, url } = this.options
    return {
      id,
      title: recording.title,
      session: recording.session,
      turn: recording.turn,
      file: null,
      raw,
      passthrough,
      url,
      startedAt: new Date(this.#startedAt).toISOString(),
      tools: recording.tools.length,
      calls: this.#script.calls.length,
      unused: this.#unused.size,
      runs: this.#runs.size,
      ...this.#counts,
    }
  }

  get report(): ReplayReport {
    const unused = [...this.#unused.values()].slice(0, LISTED)
    return {
      ...this.state,
      token: this.token,
      asked: [...this.#asked],
      unusedCalls: unused.map(({ id, server, tool, turnNumber, step, arguments: given }) => ({
        call: id,
        tool: server === null ? tool : `${server}.${tool}`,
        turn: turnNumber,
        step,
        arguments: shown(given),
      })),
    }
  }
}

function shown(json: string | null): string {
  const text = json ?? '{}'
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text
}
