import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHome, type TestHome } from './cli-process.ts'
import { readEvents } from './event-reader.ts'
import { type RunningDaemon, startDaemon } from './running-daemon.ts'

let at: TestHome
let daemon: RunningDaemon

beforeAll(async () => {
  at = await createHome()
  daemon = await startDaemon(at.home)
})
afterAll(async () => {
  await at[Symbol.asyncDispose]()
})

let made = 0
/** An event or two: one inline step. */
const step = () => daemon.api.offload({ tool: 'step', content: `inline ${made++}`, session: 'events' })
const lastSeq = async () => (await daemon.api.listEvents({ limit: 1 })).lastSeq

describe('pages', () => {
  test('D3: after and before walk the timeline in order, without gaps', async () => {
    for (let i = 0; i < 12; i++) await step()
    const all = (await daemon.api.listEvents({ limit: 1_000 })).items.map(({ seq }) => seq)
    expect(all).toEqual(all.map((_, i) => i + 1))
    const forwards: number[] = []
    for (let after = 0; forwards.length < all.length; after = forwards.at(-1) ?? 0) {
      const { items } = await daemon.api.listEvents({ after, limit: 5 })
      forwards.push(...items.map(({ seq }) => seq))
    }
    expect(forwards.slice(0, all.length)).toEqual(all)
    const { items } = await daemon.api.listEvents({ before: 9, limit: 3 })
    expect(items.map(({ seq }) => seq)).toEqual([6, 7, 8])
  })

  test.each(['after=-1', 'after=x', 'limit=0', 'before=1.5'])('?%s is 400', async (query) => {
    expect((await daemon.fetch(`/api/v1/events?${query}`)).status).toBe(400)
  })
})

describe('the stream', () => {
  test('D3: tells of what is new within 250 ms of its commit', async () => {
    await step()
    await using reader = await readEvents(daemon)
    const late: number[] = []
    for (let i = 0; i < 10; i++) {
      const { text } = await step()
      const answered = performance.now()
      await reader.until(({ type }) => type === 'call.inline')
      late.push(performance.now() - answered)
      expect(text).toContain('inline')
    }
    expect(late.sort((a, b) => a - b)[5]).toBeLessThan(250)
  })

  test('says how soon to come back, and that it is not to be kept', async () => {
    const abort = new AbortController()
    const response = await daemon.fetch('/api/v1/events/stream', { signal: abort.signal })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const { value } = (await response.body?.getReader().read()) ?? {}
    expect(new TextDecoder().decode(value)).toMatch(/^retry: 500\n\n/)
    abort.abort()
  })

  test('without a place it begins with what comes next; ?after= and Last-Event-ID name one', async () => {
    const seq = await lastSeq()
    await using fresh = await readEvents(daemon)
    await using byHeader = await readEvents(daemon, { after: seq - 3 })
    await using byQuery = await readEvents(daemon, { query: `?after=${seq - 2}` })
    await step()
    for (const [reader, first] of [
      [byHeader, seq - 2],
      [byQuery, seq - 1],
    ] as const)
      expect(await reader.next()).toMatchObject({ seq: first })
    const next = await fresh.next()
    expect('seq' in next && next.seq > seq).toBe(true)
  })

  test.each(['x', '-1', '1.5', '99999999999999999999'])('Last-Event-ID %s is 400', async (id) => {
    const response = await daemon.fetch('/api/v1/events/stream', { headers: { 'last-event-id': id } })
    expect(response.status).toBe(400)
  })

  test('N3: through 2,000 events a reader that keeps coming back misses none and gets none twice', async () => {
    const first = (await lastSeq()) + 1
    const writing = (async () => {
      for (let round = 0; round < 80; round++) await Promise.all(Array.from({ length: 25 }, step))
    })()
    const seen: number[] = []
    let reconnects = 0
    const wanted = first + 1_999
    while ((seen.at(-1) ?? 0) < wanted) {
      await using reader = await readEvents(daemon, { after: seen.at(-1) ?? first - 1 })
      reconnects++
      const upTo = (seen.at(-1) ?? first - 1) + 97 + reconnects
      seen.push(...(await reader.until(({ seq }) => seq >= Math.min(upTo, wanted))).map(({ seq }) => seq))
    }
    await writing
    expect(reconnects).toBeGreaterThan(10)
    expect(seen).toEqual(seen.map((_, i) => first + i))
    expect(seen.length).toBeGreaterThanOrEqual(2_000)
  })

  test('twenty readers at once all see the same', async () => {
    const after = await lastSeq()
    const readers = await Promise.all(Array.from({ length: 20 }, () => readEvents(daemon, { after })))
    for (let i = 0; i < 5; i++) await step()
    const seen = await Promise.all(
      readers.map(async (reader) =>
        (await reader.until(({ seq }) => seq >= after + 5)).map(({ seq }) => seq),
      ),
    )
    for (const one of seen) expect(one.slice(0, 5)).toEqual([1, 2, 3, 4, 5].map((n) => after + n))
    await Promise.all(readers.map((reader) => reader.close()))
  })

  test('a reader that never reads costs no memory', async () => {
    const stalled = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const sending = request(new URL('/api/v1/events/stream?after=0', daemon.url), {
          headers: { authorization: `Bearer ${daemon.token}` },
        })
        sending.end()
        const [response] = await once(sending, 'response')
        response.pause()
        return sending
      }),
    )
    const memory = async () =>
      Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${daemon.pid}/status`, 'utf8'))?.[1]) / 1024
    const before = await memory()
    for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 25 }, step))
    expect((await memory()) - before).toBeLessThan(150)
    for (const sending of stalled) sending.destroy()
  })
})

describe('a place that is no more', () => {
  test('a pruned gap and a number of another database send reset, and the stream goes on', async () => {
    for (let i = 0; i < 20; i++) await step()
    const seq = await lastSeq()
    await daemon.end()
    const db = new Database(join(at.home, 'spillway.db'))
    db.prepare('DELETE FROM events WHERE seq <= ?').run(seq - 5)
    db.close()
    daemon = await startDaemon(at.home)

    await using gap = await readEvents(daemon, { after: 3 })
    expect(await gap.next()).toMatchObject({ reset: { firstSeq: seq - 4 } })
    expect(await gap.next()).toMatchObject({ seq: seq - 4 })

    await using fits = await readEvents(daemon, { after: seq - 5 })
    expect(await fits.next()).toMatchObject({ seq: seq - 4 })

    await using other = await readEvents(daemon, { after: seq + 1_000_000 })
    expect(await other.next()).toHaveProperty('reset')
    const next = await lastSeq()
    await step()
    expect((await other.until(({ seq }) => seq > next)).at(-1)).toMatchObject({ seq: next + 1 })
  })

  test('numbers are never used again, not even when all events were pruned', async () => {
    await sleep(300)
    const seq = await lastSeq()
    await daemon.end()
    const db = new Database(join(at.home, 'spillway.db'))
    db.prepare('DELETE FROM events').run()
    db.close()
    daemon = await startDaemon(at.home)
    const { items } = await daemon.api.listEvents({ after: 0 })
    expect(items[0]?.seq).toBeGreaterThan(seq)
  })
})
