import type { Context } from 'hono'
import { SpillwayError } from '../../shared/errors.ts'
import { readEvents } from '../operations/read-events.ts'
import { ADMIN, type Services, visibleTo } from '../operations/services.ts'
import { callerOf, type Env } from './context.ts'

const PAGE = 500
const KEEP_ALIVE_MS = 15_000

/**
 * The timeline as server-sent events: `id` is the sequence number, so a reader that comes back goes on where it was. Events are
 * read from the store, never queued for a slow reader: the bus only says that there are more.
 */
export async function eventStream(c: Context<Env>, services: Services): Promise<Response> {
  const client = visibleTo(callerOf(c))
  const given = c.req.header('last-event-id') ?? c.req.query('after')
  const after = given === undefined ? null : Number(given)
  if (after !== null && !(Number.isSafeInteger(after) && after >= 0))
    throw new SpillwayError('invalid_input', `${given} is not a sequence number.`)

  const wake = wakeUp()
  const gone = new AbortController()
  const stop = () => {
    gone.abort()
    unsubscribe()
    forget()
    wake.up()
  }
  const forget = services.clients.untilRevoked(client ?? ADMIN, stop)
  const unsubscribe = services.bus.subscribe((one) => (client === null || one.client === client) && wake.up())
  c.req.raw.signal.addEventListener('abort', stop, { once: true })
  const { firstSeq, lastSeq } = await services.store.read
    .events({ client, after: Number.MAX_SAFE_INTEGER, limit: 1 })
    .catch((error: unknown) => {
      stop()
      throw error
    })
  const encoder = new TextEncoder()
  let position = after ?? lastSeq
  let preface = 'retry: 500\n\n'
  // A gap that was pruned, or a database that is another one: what the reader has is not a prefix of what there is.
  if (position > lastSeq || (position > 0 && position < firstSeq - 1)) {
    position = Math.min(position, lastSeq)
    preface += `event: reset\ndata: {"firstSeq":${firstSeq},"lastSeq":${lastSeq}}\n\n`
    if (position < firstSeq - 1) position = Math.max(0, firstSeq - 1)
  }

  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(preface)),
    async pull(controller) {
      while (!gone.signal.aborted) {
        const { items, damaged } = await readEvents(services, { client, after: position, limit: PAGE })
        if (gone.signal.aborted) break
        // Those are passed over for good, or each look would find (and log) them again.
        position = Math.max(position, damaged.at(-1)?.seq ?? 0)
        const last = items.at(-1)
        if (last) {
          position = Math.max(position, last.seq)
          const frames = items.map((event) => `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`)
          return controller.enqueue(encoder.encode(frames.join('')))
        }
        if ((await wake.wait(KEEP_ALIVE_MS)) === 'timeout')
          return controller.enqueue(encoder.encode(': keep\n\n'))
      }
      controller.close()
    },
    cancel: stop,
  })
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  })
}

/** Remembers a call that came while nobody waited, so that none is missed between a read and the wait after it. */
function wakeUp(): { up(): void; wait(ms: number): Promise<'woken' | 'timeout'> } {
  let called = false
  let resolve: (() => void) | null = null
  return {
    up() {
      called = true
      resolve?.()
    },
    wait(ms) {
      return new Promise((done) => {
        const finish = (how: 'woken' | 'timeout') => {
          clearTimeout(timer)
          resolve = null
          called = false
          done(how)
        }
        const timer = setTimeout(() => finish('timeout'), ms)
        resolve = () => finish('woken')
        if (called) finish('woken')
      })
    },
  }
}
