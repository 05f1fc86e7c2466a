import { setTimeout as sleep } from 'node:timers/promises'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { z } from 'zod'
import { SpillwayError } from '../../shared/errors.ts'
import { event } from '../../shared/event.ts'
import type { Event } from '../../shared/event.ts'
import { findDaemon } from './discover.ts'
import type { DaemonAddress } from './discover.ts'
import { parseJson } from './json.ts'
import { readRefusal } from './refusal.ts'

/** Sent where `Last-Event-ID` is not a place in the timeline that there is. */
const reset = z.object({ lastSeq: z.int() })

const RETRY_MS = 500
const GIVE_UP_MS = 15_000

/**
 * Events after `seq` as they come, for ever. It outlives a restart of the daemon and throws `unavailable` when none
 * answers for 15 s. `onGap` hears of events that retention took before they could be read.
 */
export async function* followEvents(
  home: string,
  seq: number,
  onGap: (message: string) => void,
): AsyncGenerator<Event> {
  let last = seq
  let lostAt = Date.now()
  while (Date.now() - lostAt < GIVE_UP_MS) {
    const daemon = await findDaemon(home)
    const stream = daemon && (await openStream(daemon, last))
    if (stream) {
      for await (const message of survive(stream)) {
        if (message.event === 'reset') {
          const known = reset.safeParse(parseJson(message.data))
          // The daemon may have another database by now, which counts from the start.
          if (known.success) last = Math.min(last, known.data.lastSeq)
          onGap('Some events were pruned before they could be shown.')
          continue
        }
        const parsed = event.safeParse(parseJson(message.data))
        if (!parsed.success || parsed.data.seq <= last) continue
        last = parsed.data.seq
        yield parsed.data
      }
      lostAt = Date.now()
    }
    await sleep(RETRY_MS)
  }
  throw new SpillwayError('unavailable', 'The daemon is gone.')
}

interface Message {
  readonly event?: string | undefined
  readonly data: string
}

/** The open stream, or null where nobody answers. A refusal is thrown: asking again would not change it. */
async function openStream(daemon: DaemonAddress, last: number): Promise<ReadableStream<Message> | null> {
  const headers = { authorization: `Bearer ${daemon.token}`, 'last-event-id': String(last) }
  const url = new URL('/api/v1/events/stream', daemon.url)
  const response = await fetch(url, { headers, redirect: 'error' }).catch(() => null)
  if (response === null) return null
  if (!response.ok || response.body === null)
    throw (
      readRefusal(await response.json().catch(() => null)) ??
      new SpillwayError('internal', `The daemon answered ${response.status}.`)
    )
  return response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
}

/** The messages until the connection ends, however it does: a daemon that dies is no error here. */
async function* survive(stream: ReadableStream<Message>): AsyncGenerator<Message> {
  const reader = stream.getReader()
  for (;;) {
    const next = await reader.read().catch(() => null)
    if (next === null || next.done) return
    yield next.value
  }
}
