import { type MessagePort, parentPort } from 'node:worker_threads'
import type { Transferable } from 'node:worker_threads'
import { toErrorBody } from '../../shared/errors.ts'
import { Outbox } from './outbox.ts'
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
  const replies = new Outbox<ThreadReply>(port, ({ id }, reason) =>
    replies.push({ id, failure: toErrorBody(reason) }),
  )
  const serve = ({ id, method, argument }: ThreadCall) => {
    const run = async () => (methods[method] as (argument: unknown) => unknown)(argument)
    run().then(
      (value) =>
        value instanceof Handover
          ? replies.push({ id, value: value.value }, value.buffers)
          : replies.push({ id, value }),
      (error: unknown) => replies.push({ id, failure: toErrorBody(error) }),
    )
  }
  port.on('message', (calls: readonly ThreadCall[]) => {
    for (const call of calls) serve(call)
  })
}
