const NAME = 'spillway-live'

interface Shared<M> {
  signal: AbortSignal
  /** Runs in one tab at a time: the one that holds the lock. What it tells reaches every tab, its own too. */
  lead: (tell: (message: M) => void) => Promise<void>
  /** `own`: told by this tab. */
  receive: (message: M, own: boolean) => void
  /** Whether a message says how things are, so that a tab that joins later must hear it too. */
  lasting: (message: M) => boolean
}

/**
 * One tab leads, the others listen; when the leader closes, the next in line takes over. A browser allows six
 * connections per host, so a stream for every tab would freeze the seventh.
 */
export function shareBetweenTabs<M>({ signal, lead, receive, lasting }: Shared<M>): void {
  // Both need a secure context; without one each tab leads for itself.
  const locks = navigator.locks as LockManager | undefined
  if (locks === undefined) {
    void lead((message) => receive(message, true))
    return
  }

  // oxlint-disable unicorn/require-post-message-target-origin -- a channel is within one origin and takes none.
  const channel = new BroadcastChannel(NAME)
  let latest: M | undefined
  channel.addEventListener('message', ({ data }: MessageEvent<M | 'hello'>) => {
    if (data !== 'hello') receive(data, false)
    else if (latest !== undefined) channel.postMessage(latest)
  })
  signal.addEventListener('abort', () => channel.close(), { once: true })
  channel.postMessage('hello')

  const tell = (message: M) => {
    if (signal.aborted) return
    if (lasting(message)) latest = message
    channel.postMessage(message)
    receive(message, true)
  }
  locks
    .request(NAME, { signal }, () => lead(tell))
    .catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
}
