import type { Transferable } from 'node:worker_threads'

interface Port {
  postMessage(messages: unknown, transfer: readonly Transferable[]): void
}

interface Outgoing<T> {
  readonly message: T
  readonly transfer: readonly Transferable[]
}

/**
 * Messages to another thread, sent together at the end of the event loop's turn: each post wakes the other thread up, which costs
 * more than what most messages ask of it.
 */
export class Outbox<T> {
  readonly #port: Port
  readonly #refused: (message: T, reason: unknown) => void
  #outgoing: Outgoing<T>[] = []

  /** @param refused gets a message that cannot be cloned */
  constructor(port: Port, refused: (message: T, reason: unknown) => void) {
    this.#port = port
    this.#refused = refused
  }

  push(message: T, transfer: readonly Transferable[] = []): void {
    if (this.#outgoing.push({ message, transfer }) === 1) setImmediate(() => this.#send())
  }

  #send(): void {
    const outgoing = this.#outgoing
    this.#outgoing = []
    try {
      this.#post(outgoing)
    } catch {
      // One that cannot be sent must not keep back the others.
      for (const one of outgoing) this.#sendAlone(one)
    }
  }

  #sendAlone(one: Outgoing<T>): void {
    try {
      this.#post([one])
    } catch (error) {
      this.#refused(one.message, error)
    }
  }

  #post(outgoing: readonly Outgoing<T>[]): void {
    this.#port.postMessage(
      outgoing.map(({ message }) => message),
      outgoing.flatMap(({ transfer }) => transfer),
    )
  }
}
