import { setTimeout as sleep } from 'node:timers/promises'
import { reasonOf } from '../../shared/errors.ts'
import type { TelemetryConfig } from '../../shared/telemetry.ts'
import { envelope, type OtlpSpan } from './otlp.ts'

export interface SenderOptions {
  readonly config: () => TelemetryConfig
  readonly version: string
  readonly warn: (facts: object, message: string) => void
  /** The first pause after a failure, in milliseconds; each further one is twice as long, up to a minute. */
  readonly firstPauseMs?: number
}

/** Spans that wait at most: a receiver that is away must not cost memory without end. */
const MOST_WAITING = 4_096
const MOST_AT_ONCE = 256
/** So long others that come with it are waited for. */
const GATHER_MS = 1_000
const PATIENCE_MS = 10_000
const LAST_WORDS_MS = 2_000
const LONGEST_PAUSE_MS = 60_000

/** What the specification lets a client send again; anything else is refused for good. */
const RETRYABLE: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** Sends spans in batches, behind everything else: nothing waits for it, and what finds no room is dropped and counted. */
export class SpanSender {
  readonly #options: SenderOptions
  readonly #gone = new AbortController()
  /** Ends what is still on its way: nobody's end waits for a receiver that does not answer. */
  readonly #late = new AbortController()
  #waiting: OtlpSpan[] = []
  #dropped = 0
  #running: Promise<void> | null = null

  constructor(options: SenderOptions) {
    this.#options = options
  }

  push(span: OtlpSpan): void {
    if (this.#waiting.push(span) > MOST_WAITING) {
      this.#waiting.shift()
      this.#dropped++
    }
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
  }

  /** Sends what waits, once, and gives up on the rest. */
  async close(): Promise<void> {
    this.#gone.abort()
    setTimeout(() => this.#late.abort(), LAST_WORDS_MS).unref()
    await this.#running
    const { otlpEndpoint } = this.#options.config()
    if (otlpEndpoint === undefined) return
    while (this.#waiting.length > 0)
      if ((await this.#send(otlpEndpoint, this.#waiting.splice(0, MOST_AT_ONCE))) !== 'done') return
  }

  async #run(): Promise<void> {
    let pause = GATHER_MS
    let failures = 0
    while (this.#waiting.length > 0) {
      if (!(await this.#pause(pause))) return
      const { otlpEndpoint } = this.#options.config()
      if (otlpEndpoint === undefined) {
        this.#waiting = []
        return
      }
      const batch = this.#waiting.splice(0, MOST_AT_ONCE)
      const outcome = await this.#send(otlpEndpoint, batch)
      failures = outcome === 'later' ? failures + 1 : 0
      if (outcome === 'later') this.#waiting = [...batch, ...this.#waiting].slice(-MOST_WAITING)
      pause = failures === 0 ? GATHER_MS : this.#pauseAfter(failures)
    }
  }

  #pauseAfter(failures: number): number {
    const { firstPauseMs = 1_000 } = this.#options
    const pause = Math.min(LONGEST_PAUSE_MS, firstPauseMs * 2 ** (failures - 1))
    // So that many who lost one receiver do not come back in one moment.
    return pause * (0.8 + Math.random() * 0.4)
  }

  async #send(endpoint: string, spans: readonly OtlpSpan[]): Promise<'done' | 'later'> {
    const { config, version, warn } = this.#options
    try {
      const reply = await fetch(tracesUrl(endpoint), {
        method: 'POST',
        headers: { ...config().headers, 'content-type': 'application/json' },
        body: JSON.stringify(envelope(version, spans)),
        redirect: 'error',
        signal: AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), this.#late.signal]),
      })
      await reply.body?.cancel()
      if (RETRYABLE.has(reply.status)) return 'later'
      if (!reply.ok) warn({ status: reply.status, spans: spans.length }, 'the OTLP endpoint refused spans')
      if (this.#dropped > 0)
        warn({ spans: this.#dropped }, 'spans were dropped while the OTLP endpoint was away')
      this.#dropped = 0
      return 'done'
    } catch (error) {
      warn({ reason: reasonOf(error) }, 'the OTLP endpoint does not answer')
      return 'later'
    }
  }

  /** @returns false once it is closed */
  async #pause(ms: number): Promise<boolean> {
    return await sleep(ms, true, { signal: this.#gone.signal, ref: false }).catch(() => false)
  }
}

const tracesUrl = (endpoint: string): string =>
  endpoint.endsWith('/v1/traces') ? endpoint : `${endpoint.replace(/\/$/, '')}/v1/traces`
