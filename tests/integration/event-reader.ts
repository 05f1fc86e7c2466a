import { EventSourceParserStream } from 'eventsource-parser/stream'
import { event, type Event } from '../../src/shared/event.ts'
import type { RunningDaemon } from './running-daemon.ts'

/** An open event stream: what came, and a way to wait for more. */
export interface EventReader extends AsyncDisposable {
  readonly status: number
  /** The next event or reset. */
  next(): Promise<Event | { reset: unknown }>
  /** Events up to the first that `last` accepts. */
  until(last: (event: Event) => boolean): Promise<Event[]>
  close(): Promise<void>
}

export async function readEvents(
  daemon: RunningDaemon,
  { after, query = '', token }: { after?: number; query?: string; token?: string } = {},
): Promise<EventReader> {
  const abort = new AbortController()
  const response = await daemon.fetch(`/api/v1/events/stream${query}`, {
    signal: abort.signal,
    ...(token === undefined ? {} : { token }),
    ...(after === undefined ? {} : { headers: { 'last-event-id': String(after) } }),
  })
  if (!response.body) throw new Error('no body')
  const messages = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  const next = async () => {
    const { value, done } = await messages.read()
    if (done) throw new Error('the stream has ended')
    if (value.event === 'reset') return { reset: JSON.parse(value.data) as unknown }
    const one = event.parse(JSON.parse(value.data))
    if (value.id !== String(one.seq)) throw new Error(`id ${value.id} on event ${one.seq}`)
    return one
  }
  const close = async () => {
    abort.abort()
    // Waiting for its end instead would wait for ever where events lie unread.
    await messages.cancel().catch(() => undefined)
  }
  return {
    status: response.status,
    next,
    async until(last) {
      const events: Event[] = []
      for (;;) {
        const one = await next()
        if ('reset' in one) throw new Error('reset')
        events.push(one)
        if (last(one)) return events
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
