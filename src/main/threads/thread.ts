import { Worker } from 'node:worker_threads'
import type { Transferable } from 'node:worker_threads'
import { type ErrorBody, type ErrorCode, reasonOf, SpillwayError } from '../../shared/errors.ts'
import { Outbox } from './outbox.ts'

/** What a thread can do: one argument in, one value out; both must survive a structured clone. */
export type Methods = Record<string, (argument: never) => unknown>

export interface ThreadCall {
  readonly id: number
  readonly method: string
  readonly argument: unknown
}
export type ThreadReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: ErrorBody }

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** A worker thread as seen from the one that started it: calls in, promises out, replies in any order. */
export class Thread<M extends Methods> {
  readonly #worker: Worker
  readonly #outbox: Outbox<ThreadCall>
  readonly #waiting = new Map<number, Waiting>()
  readonly #ended: Promise<void>
  #nextId = 1
  #fault: Error | null = null

  constructor(file: URL, name: string, data: unknown) {
    this.#worker = new Worker(file, { name, workerData: data })
    this.#outbox = new Outbox(this.#worker, ({ id }, reason) => {
      const error = new SpillwayError('internal', `The ${name} thread cannot be told: ${reasonOf(reason)}`)
      this.#take(id)?.reject(error)
    })
    this.#worker.on('message', (replies: readonly ThreadReply[]) => {
      for (const reply of replies) this.#settle(reply)
    })
    this.#worker.on('error', (error) => this.#fail(error))
    this.#ended = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#fail(new SpillwayError('unavailable', `The ${name} thread has ended.`))
        resolve()
      })
    })
  }

  /** @throws SpillwayError with the code that the thread gave, or `unavailable` where it ended first. */
  call<K extends keyof M & string>(
    method: K,
    argument: Parameters<M[K]>[0],
    transfer: readonly Transferable[] = [],
  ): Promise<Awaited<ReturnType<M[K]>>> {
    if (this.#fault) return Promise.reject(this.#fault)
    const id = this.#nextId++
    const message: ThreadCall = { id, method, argument }
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#outbox.push(message, transfer)
    })
  }

  /** How many calls have not been answered. */
  get pending(): number {
    return this.#waiting.size
  }

  /** False once it has ended, however that came. */
  get alive(): boolean {
    return this.#fault === null
  }

  /** Ends the thread at once, even inside a loop; what it was doing is rejected as `unavailable`. */
  async kill(): Promise<void> {
    await this.#worker.terminate()
    await this.#ended
  }

  #settle(reply: ThreadReply): void {
    const waiting = this.#take(reply.id)
    if ('failure' in reply) waiting?.reject(reviveError(reply.failure))
    else waiting?.resolve(reply.value)
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    return waiting
  }

  #fail(error: Error): void {
    this.#fault ??= error
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const one of waiting) one.reject(this.#fault)
  }
}

/** An error as it was thrown on the other side of a boundary. */
export function reviveError(body: ErrorBody | undefined): SpillwayError {
  if (body === undefined) return new SpillwayError('internal', 'There was no answer.')
  const { code, message, hint } = body.error
  return new SpillwayError(code as ErrorCode, message, hint)
}
