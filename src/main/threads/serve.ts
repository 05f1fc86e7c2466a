import { type MessagePort, parentPort } from 'node:worker_threads'
import type { Transferable } from 'node:worker_threads'
import { toErrorBody } from '../../shared/errors.ts'
import type { Methods, ThreadCall, ThreadReply } from './thread.ts'

/** The port to whoever started this thread. */
export function portToParent(): MessagePort {
  if (!parentPort) throw new Error('This program runs in a worker thread only.')
  return parentPort
}

/** A value whose buffers are handed over instead of copied. */
export class Handover {
  readonly value: unknown
  readonly buffers: readonly Transferable[]

  constructor(value: unknown, buffers: readonly Transferable[]) {
    this.value = value
    this.buffers = buffers
  }
}

/** Answers each call as it comes, one after the other unless a method waits for something. */
export function serveThread(methods: Methods): void {
  const port = portToParent()
  port.on('message', ({ id, method, argument }: ThreadCall) => {
    const run = async () => (methods[method] as (argument: unknown) => unknown)(argument)
    run().then(
      (value) => answer(port, id, value),
      (error: unknown) => port.postMessage({ id, failure: toErrorBody(error) } satisfies ThreadReply),
    )
  })
}

export function answer(port: MessagePort, id: number, value: unknown): void {
  if (value instanceof Handover)
    port.postMessage({ id, value: value.value } satisfies ThreadReply, value.buffers)
  else port.postMessage({ id, value } satisfies ThreadReply)
}
