import { createParser } from 'eventsource-parser'
import type { Event } from '../../shared/event.ts'
import type { ApiClient } from './client.ts'

export interface StreamHandlers {
  onOpen(): void
  onEvent(event: Event): void
  /** What lies between the last event and the next is pruned: what is known must be loaded anew. */
  onReset(): void
}

/**
 * Reads the event stream once, from after `seq` on. Resolves when the daemon ends it, rejects when it breaks.
 * Fetch rather than EventSource: that one cannot send the key header.
 */
export async function readStream(
  client: ApiClient,
  seq: number,
  handlers: StreamHandlers,
  signal: AbortSignal,
): Promise<void> {
  const response = await client.fetch(`/events/stream?after=${seq}`, {
    signal,
    headers: { accept: 'text/event-stream', 'last-event-id': String(seq) },
  })
  if (response.body === null) return
  handlers.onOpen()
  const parser = createParser({
    onEvent({ event, data }) {
      if (event === 'reset') handlers.onReset()
      else if (data !== '') handlers.onEvent(JSON.parse(data) as Event)
    },
  })
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    parser.feed(value)
  }
}
