import { setTimeout as sleep } from 'node:timers/promises'
import { RpcError } from '../rpc/message.ts'

const RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000
/** A server that does not say that it has taken the order has probably taken it. */
const PATIENCE_MS = 2_000

export interface ListeningOptions {
  /** Opens a subscription, which ends with the signal. @throws RpcError where the server refuses */
  open(notifications: Record<string, unknown>, signal: AbortSignal): Promise<unknown>
  /** What is wanted now, in the words of `subscriptions/listen`. */
  wanted(): Record<string, unknown>
  /** The end of the connection. */
  signal: AbortSignal
}

/** In 2026-07-28 a server says what changed only to those who asked to hear it, and what they asked for is fixed per request. */
export class Listening {
  readonly #options: ListeningOptions
  #current: AbortController | null = null
  #taken = Promise.withResolvers<void>()

  constructor(options: ListeningOptions) {
    this.#options = options
  }

  /** Asks for what is wanted now instead of what was wanted before; resolves once the server has taken it. */
  async renew(): Promise<void> {
    const before = this.#current
    const wanted = this.#options.wanted()
    const current = new AbortController()
    this.#current = current
    this.#taken = Promise.withResolvers()
    if (Object.keys(wanted).length > 0) {
      const signal = AbortSignal.any([current.signal, this.#options.signal])
      void this.#keepOpen(wanted, signal)
      const patience = new AbortController()
      await Promise.race([
        this.#taken.promise,
        sleep(PATIENCE_MS, undefined, { signal: AbortSignal.any([signal, patience.signal]) }).catch(
          () => undefined,
        ),
      ])
      patience.abort()
    }
    // Only now, so that nothing is missed between the two.
    before?.abort()
  }

  /** The server said that it has taken an order. */
  acknowledged(): void {
    this.#taken.resolve()
  }

  async #keepOpen(wanted: Record<string, unknown>, signal: AbortSignal): Promise<void> {
    for (let delay = RETRY_MS; !signal.aborted; delay = Math.min(delay * 2, MAX_RETRY_MS)) {
      const refused = await this.#options.open(wanted, signal).then(
        () => false,
        (error: unknown) => error instanceof RpcError,
      )
      if (refused) return this.#taken.resolve()
      await sleep(delay, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
}
