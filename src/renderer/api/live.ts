import type { Event } from '../../shared/event.ts'
import { perFrame } from './batch.ts'
import type { ApiClient } from './client.ts'
import { isSignedOut } from './failure.ts'
import { shareBetweenTabs } from './share.ts'
import { readStream } from './stream.ts'

/** `connecting` until the first stream opens, `down` while it is broken and being tried again. */
export type LiveState = 'connecting' | 'live' | 'down' | 'signed-out'

type LiveMessage =
  | { readonly type: 'event'; readonly event: Event }
  | { readonly type: 'reset' }
  | { readonly type: 'state'; readonly state: LiveState }

export interface LiveListener {
  /** A batch in order of `seq`, at most once per frame. */
  onEvents(events: readonly Event[]): void
  onReset(): void
  onState(state: LiveState): void
}

const RETRY_MS = 500
const MAX_RETRY_MS = 4_000

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })

/** Streams until aborted, coming back after each break at the last event seen. */
async function keepStreaming(
  client: ApiClient,
  from: () => number,
  tell: (message: LiveMessage) => void,
  signal: AbortSignal,
): Promise<void> {
  let wait = RETRY_MS
  while (!signal.aborted) {
    try {
      const handlers = {
        onOpen: () => {
          wait = RETRY_MS
          tell({ type: 'state', state: 'live' })
        },
        onEvent: (event: Event) => tell({ type: 'event', event }),
        onReset: () => tell({ type: 'reset' }),
      }
      await readStream(client, from(), handlers, signal)
    } catch (error) {
      if (signal.aborted) return
      if (isSignedOut(error)) return tell({ type: 'state', state: 'signed-out' })
      tell({ type: 'state', state: 'down' })
    }
    await pause(wait, signal)
    wait = Math.min(wait * 2, MAX_RETRY_MS)
  }
}

/**
 * The live events after `seq`, each once and in order, from one stream that the tabs of this browser share.
 * Returns its stop.
 */
export function followEvents(client: ApiClient, seq: number, listener: LiveListener): () => void {
  const abort = new AbortController()
  let last = seq
  const deliver = perFrame<Event>((events) => listener.onEvents(events))

  const take = (event: Event) => {
    if (event.seq <= last) return
    last = event.seq
    deliver(event)
  }

  /** A tab that joined late, or slept, fetches what it missed before it takes the shared stream's next event. */
  const fillGap = async (event: Event) => {
    try {
      if (event.seq > last + 1) {
        const { items } = await client.call('listEvents', { after: last, limit: 1_000 }, abort.signal)
        items.forEach(take)
      }
      take(event)
    } catch {
      // The gap stays open and is seen again with the next event; without an answer the state says `down`.
      if (!abort.signal.aborted) listener.onState('down')
    }
  }
  let inOrder = Promise.resolve()
  const takeInOrder = (event: Event) => {
    inOrder = inOrder.then(() => fillGap(event))
  }

  shareBetweenTabs<LiveMessage>({
    signal: abort.signal,
    lead: (tell) => keepStreaming(client, () => last, tell, abort.signal),
    lasting: ({ type }) => type === 'state',
    receive(message, own) {
      if (message.type === 'state') {
        // Each tab signs in for itself; another one's missing key says nothing about ours.
        if (own || message.state !== 'signed-out') listener.onState(message.state)
      } else if (message.type === 'reset') listener.onReset()
      else if (own) take(message.event)
      else takeInOrder(message.event)
    },
  })
  return () => abort.abort()
}
