import type { Readable } from 'node:stream'
import { createParser } from 'eventsource-parser'
import type { EventSourceMessage } from 'eventsource-parser'

export interface SseHandlers {
  onevent(event: EventSourceMessage): void
  /** The server wants this many milliseconds between reconnections. */
  onretry(milliseconds: number): void
}

/** Reads server-sent events until the stream ends. @throws where one event is longer than `maxChars` */
export async function readEvents(stream: Readable, handlers: SseHandlers, maxChars: number): Promise<void> {
  let fault: Error | null = null
  const parser = createParser({
    onEvent: (event) => handlers.onevent(event),
    onRetry: (milliseconds) => handlers.onretry(milliseconds),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded')
        fault = new Error(`an event is over the limit of ${maxChars} characters`, { cause: error })
    },
    maxBufferSize: maxChars,
  })
  // A decoder over the whole stream, because chunks end inside characters.
  stream.setEncoding('utf8')
  for await (const chunk of stream as AsyncIterable<string>) {
    parser.feed(chunk)
    // Assigned inside the callback, which the compiler cannot see.
    if (fault !== null) throw fault as Error
  }
}
