import type { IncomingMessage } from 'node:http'
import { SpillwayError } from '../../shared/errors.ts'

type Next = IteratorResult<Uint8Array, undefined>

interface Waiting {
  resolve(next: Next): void
  reject(error: Error): void
}

/** Bytes that may lie here until whoever reads asks for them. */
const AHEAD_BYTES = 128 * 1024

const END: Next = { done: true, value: undefined }

/**
 * The pieces of a body as Node received them, by its events: of its own iterators, that of a web stream copies each piece, and that of a
 * Node stream costs a turn of the event loop and several promises for each. Who stops early leaves the connection open, so that a refusal
 * still reaches the client.
 */
export class BodyPieces implements AsyncIterableIterator<Uint8Array, undefined> {
  readonly #incoming: IncomingMessage
  #ahead: Buffer[] = []
  #bytes = 0
  #waiting: Waiting | null = null
  #end: { readonly error: Error | null } | null = null

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming
    if (incoming.destroyed) this.#fail(incoming.errored)
    else
      incoming.on('data', this.#take).on('end', this.#finish).on('error', this.#fail).on('close', this.#fail)
  }

  /** One at a time. @throws where the body ended before it was complete */
  next(): Promise<Next> {
    const piece = this.#ahead.shift()
    if (piece === undefined) {
      if (this.#end?.error) return Promise.reject(this.#end.error)
      if (this.#end) return Promise.resolve(END)
      return new Promise((resolve, reject) => (this.#waiting = { resolve, reject }))
    }
    this.#bytes -= piece.length
    if (this.#incoming.isPaused() && this.#bytes < AHEAD_BYTES) this.#incoming.resume()
    return Promise.resolve({ done: false, value: piece })
  }

  return(): Promise<Next> {
    this.#stop(null)
    this.#ahead = []
    return Promise.resolve(END)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  readonly #take = (piece: Buffer): void => {
    const waiting = this.#waiting
    this.#waiting = null
    if (waiting !== null) return waiting.resolve({ done: false, value: piece })
    this.#ahead.push(piece)
    this.#bytes += piece.length
    if (this.#bytes >= AHEAD_BYTES) this.#incoming.pause()
  }

  readonly #finish = (): void => this.#stop(null)

  readonly #fail = (error?: Error | null): void =>
    this.#stop(error ?? new SpillwayError('invalid_input', 'The body ended before it was complete.'))

  #stop(error: Error | null): void {
    this.#incoming.off('data', this.#take).off('end', this.#finish).off('error', this.#fail)
    this.#incoming.off('close', this.#fail)
    this.#incoming.pause()
    this.#end ??= { error }
    if (error === null) this.#waiting?.resolve(END)
    else this.#waiting?.reject(error)
    this.#waiting = null
  }
}
