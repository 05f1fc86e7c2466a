import type { Event, OffloadData, SessionData, TurnData } from '../../shared/event.ts'
import type { TelemetryConfig } from '../../shared/telemetry.ts'
import type { Store } from '../store/store.ts'
import type { OtlpSpan } from './otlp.ts'
import { callSpan, sessionSpan, type SpannedTurn, turnSpan } from './spans.ts'

interface LiveOptions {
  readonly read: Pick<Store['read'], 'call'>
  readonly config: () => TelemetryConfig
  readonly send: (span: OtlpSpan) => void
}

type OpenTurn = { -readonly [K in keyof SpannedTurn]: SpannedTurn[K] }

/** A turn that nobody ends is over once so many others are under way. */
const MOST_OPEN = 1_000

const OUTCOME = {
  'call.offloaded': 'offloaded',
  'call.inline': 'inline',
  'call.failopen': 'failopen',
  'call.cancelled': 'cancelled',
} as const

/**
 * Turns events into spans as they come. A call's span is there when the call is over, a turn's when the next one begins (or the daemon
 * ends); a session may go on for days, so its span is the moment in which it began.
 */
export class LiveSpans {
  readonly #options: LiveOptions
  /** By session. */
  readonly #turns = new Map<string, OpenTurn>()
  readonly #clients = new Map<string, string>()

  constructor(options: LiveOptions) {
    this.#options = options
  }

  async hear(event: Event): Promise<void> {
    const { config, send } = this.#options
    const { type, session, turn, data } = event
    if (config().otlpEndpoint === undefined || session === null) return
    const at = Date.parse(event.time)
    if (type === 'session.started') {
      const { clientName } = data as SessionData
      this.#clients.set(session, clientName)
      send(sessionSpan({ session, clientName, startedAt: at, endedAt: at }))
    } else if (type === 'turn.started' && turn !== null) {
      const { number, prompt } = data as TurnData
      this.#begin(session, turn, at, number, prompt)
    } else if (type in OUTCOME && turn !== null) {
      await this.#call(event, session, turn, at)
    }
  }

  /** Ends every turn that is open. */
  close(): void {
    for (const turn of this.#turns.values()) this.#options.send(turnSpan(turn))
    this.#turns.clear()
  }

  async #call(event: Event, session: string, turn: string, at: number): Promise<void> {
    const data = event.data as OffloadData
    const startedAt = at - data.durationMs
    const open = this.#turns.get(session)
    if (open?.turn === turn) open.endedAt = at
    else this.#begin(session, turn, startedAt, data.turnNumber, null)
    const outcome = OUTCOME[event.type as keyof typeof OUTCOME]
    const content = await this.#content(data.call)
    this.#options.send(callSpan({ ...data, session, turn, step: event.step, startedAt, outcome, content }))
  }

  /** As it was stored: redacted where that is set. */
  async #content(id: string): Promise<{ arguments: string | null; result: string | null } | null> {
    const { config, read } = this.#options
    if (!config().content) return null
    const found = await read.call({ id, client: null })
    return found && { arguments: found.arguments, result: found.result ?? found.error }
  }

  #begin(session: string, turn: string, at: number, number: number, prompt: string | null): void {
    const { config, send } = this.#options
    const before = this.#turns.get(session)
    if (before) send(turnSpan({ ...before, endedAt: Math.max(before.endedAt, before.startedAt) }))
    this.#turns.delete(session)
    this.#turns.set(session, {
      session,
      turn,
      number,
      clientName: this.#clients.get(session) ?? null,
      startedAt: at,
      endedAt: at,
      prompt: config().content ? prompt : null,
    })
    const [oldest] = this.#turns
    if (!oldest || this.#turns.size <= MOST_OPEN) return
    send(turnSpan(oldest[1]))
    this.#turns.delete(oldest[0])
    this.#clients.delete(oldest[0])
  }
}
