import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'node:http'
import { once } from 'node:events'
import { json } from 'node:stream/consumers'
import type { OffloadResult } from '../../src/shared/contract/entries.ts'
import { createHome, type TestHome } from './cli-process.ts'
import { errorCode, type RunningDaemon, startDaemon } from './running-daemon.ts'

let at: TestHome
let daemon: RunningDaemon

beforeAll(async () => {
  at = await createHome()
  daemon = await startDaemon(at.home)
})
afterAll(async () => {
  await at[Symbol.asyncDispose]()
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const octets = { 'content-type': 'application/octet-stream' }

async function send(query: string, body: Uint8Array | ReadableStream): Promise<Response> {
  const duplex = body instanceof ReadableStream ? { duplex: 'half' } : {}
  const init = { method: 'POST', headers: octets, body, ...duplex } as RequestInit
  return daemon.fetch(`/api/v1/offload?${query}`, init)
}
const offloaded = async (query: string, body: Uint8Array | ReadableStream) => {
  const response = await send(query, body)
  expect(response.status).toBe(200)
  return (await response.json()) as OffloadResult
}

describe('a raw body', () => {
  test('M1: within the threshold it comes back as it is', async () => {
    expect(await offloaded('tool=raw', Buffer.from('größe\n'))).toEqual({ offloaded: false, text: 'größe\n' })
    expect(await offloaded('tool=raw', Buffer.alloc(0))).toEqual({ offloaded: false, text: '' })
  })

  test('carries every other field in the query', async () => {
    const { id: session } = await daemon.api.createSession({})
    const fields = new URLSearchParams({
      tool: 'raw',
      name: 'by_query',
      mime: 'text/x-fields',
      session,
      step: '7',
      ttlSeconds: '90',
      metadata: '{"path":"/å"}',
      arguments: '{"deep":[1.0,{"a":null}]}',
    })
    const content = Buffer.from('line of text\n'.repeat(1_000))
    const { entry, observation } = await offloaded(fields.toString(), content)
    expect(entry).toMatchObject({ name: 'by_query', session, step: 7, sha256: sha256(content), lines: 1_000 })
    expect(observation?.metadata).toEqual({ path: '/å' })
    const life = Date.parse(entry?.expiresAt ?? '') - Date.parse(entry?.createdAt ?? '')
    expect(life).toBe(90_000)
    const { calls } = await daemon.api.getEntry({ id: entry?.id ?? '' })
    expect(calls[0]?.arguments).toEqual({ deep: [1, { a: null }] })
  })

  test.each(['', 'tool=', 'tool=x&step=0', 'tool=x&ttlSeconds=soon', 'tool=x&metadata={', 'tool=x&name=a/b'])(
    'refuses the query %j with 400 and stores nothing',
    async (query) => {
      const before = await daemon.api.stats({})
      const response = await send(query, Buffer.alloc(10_000, 'x'))
      expect(response.status).toBe(400)
      expect(await errorCode(response)).toBe('invalid_input')
      expect((await daemon.api.stats({})).entries).toBe(before.entries)
    },
  )

  test('1 MB of noise and 1 MB of text come back to the byte', async () => {
    for (const body of [randomBytes(1 << 20), Buffer.from('größe 🧊\r\n'.repeat(80_000))]) {
      const { entry } = await offloaded('tool=raw', body)
      expect(entry).toMatchObject({ bytes: body.length, sha256: sha256(body) })
      const response = await daemon.fetch(`/api/v1/entries/${entry?.id}/content`)
      expect(sha256(new Uint8Array(await response.arrayBuffer()))).toBe(sha256(body))
    }
  })

  test('M12: Latin-1 is read, searched and queried as the text that it is, and said', async () => {
    const rows = Array.from({ length: 9_000 }, (_, i) => `${i};Zürich;Größe ${i % 7}`)
    const whole = ['Nr;Ort;Maß', ...rows, ''].join('\r\n')
    const content = Buffer.from(whole, 'latin1')
    const { entry, text } = await offloaded('tool=export', content)
    expect(entry).toMatchObject({ kind: 'csv', encoding: 'latin1', chars: whole.length, lines: 9_001 })
    expect(text).toContain('latin1')
    expect(text).toContain('Zürich')
    const id = entry?.id ?? ''
    const read = async (params: object) => (await daemon.api.readEntry({ id, ...params })).text
    expect(await read({ mode: 'range', start: 65_530, end: 65_560 })).toBe(whole.slice(65_530, 65_560))
    expect(await read({ mode: 'lines', start: 8_001, end: 8_003 })).toBe(
      '7999;Zürich;Größe 5\r\n8000;Zürich;Größe 6\r\n',
    )
    let page = await daemon.api.readEntry({ id, mode: 'lines', start: 2, end: 4_000 })
    let lines = page.text
    while (page.cursor !== undefined) {
      page = await daemon.api.readEntry({ id, cursor: page.cursor })
      lines += page.text
    }
    expect(lines).toBe(
      rows
        .slice(0, 3_998)
        .map((row) => `${row}\r\n`)
        .join(''),
    )
    expect(await read({ mode: 'grep', pattern: '^8123;zÜRICH', ignoreCase: true })).toBe(
      '8125:8123;Zürich;Größe 3\r',
    )
    expect(await read({ mode: 'sql', query: `SELECT count(*) AS n FROM t WHERE "Maß" = 'Größe 3'` })).toBe(
      'n\n1286',
    )
    const stored = await daemon.fetch(`/api/v1/entries/${id}/content`)
    expect(Buffer.from(await stored.arrayBuffer()).equals(content)).toBe(true)
  })

  test('the same bytes as JSON and as a raw body are one blob', async () => {
    const content = `both ways ${'é'.repeat(40_000)}`
    const before = await daemon.api.stats({})
    const { entry } = await daemon.api.offload({ tool: 'one', content, force: true })
    const raw = await offloaded('tool=two', Buffer.from(content))
    expect(raw.entry?.sha256).toBe(entry?.sha256)
    const after = await daemon.api.stats({})
    expect(after.blobs - before.blobs).toBe(1)
    expect(after.dedupHits - before.dedupHits).toBe(1)
  })

  test('one that breaks off leaves nothing behind', async () => {
    const before = await daemon.api.stats({})
    const sending = request(new URL('/api/v1/offload?tool=broken', daemon.url), {
      method: 'POST',
      headers: { ...octets, authorization: `Bearer ${daemon.token}`, 'content-length': String(8 << 20) },
    })
    const closed = once(sending, 'error')
    sending.write(randomBytes(3 << 20))
    await sleep(300)
    sending.destroy(new Error('the line is cut'))
    await closed
    // The daemon notices by itself; until then the step is under way and guards what its turn holds.
    for (let tries = 0; tries < 100; tries++) {
      if ((await daemon.api.prune({ all: true, dryRun: true })).blobs === before.blobs) break
      await sleep(50)
    }
    expect((await daemon.api.prune({ all: true, dryRun: true })).blobs).toBe(before.blobs)
    const { entries, blobs, bytesStored } = before
    expect(await daemon.api.stats({})).toMatchObject({ entries, blobs, bytesStored })
    const db = new Database(join(at.home, 'spillway.db'), { readonly: true })
    const staged = db.prepare('SELECT count(*) FROM blobs WHERE sha256 IS NULL').pluck()
    // Swept behind the writes that callers wait for.
    await expect.poll(() => staged.get(), { timeout: 10_000 }).toBe(0)
    db.close()
  })
})

/** The most that the daemon has held in memory since it started, in MiB. */
async function peakMemory(): Promise<number> {
  const status = await readFile(`/proc/${daemon.pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

test('100 MB stream in and out, whatever their size, within a fraction of it in memory', async () => {
  const piece = Buffer.concat([
    randomBytes(1 << 19),
    Buffer.alloc(1 << 19, 'text of a log, line after line\n'),
  ])
  const total = 100 * (1 << 20)
  const hash = createHash('sha256')
  const before = await peakMemory()
  const sending = request(new URL('/api/v1/offload?tool=big', daemon.url), {
    method: 'POST',
    headers: { ...octets, authorization: `Bearer ${daemon.token}` },
  })
  const answered = once(sending, 'response')
  for (let sent = 0; sent < total; sent += piece.length) {
    piece.writeUInt32LE(sent)
    hash.update(piece)
    if (!sending.write(Buffer.from(piece))) await once(sending, 'drain')
  }
  sending.end()
  const [response] = await answered
  const { entry } = (await json(response)) as OffloadResult
  const wanted = hash.digest('hex')
  expect(entry).toMatchObject({ bytes: total, sha256: wanted, encoding: 'binary' })

  const back = createHash('sha256')
  const content = await daemon.fetch(`/api/v1/entries/${entry?.id}/content`)
  for await (const bytes of content.body ?? []) back.update(bytes)
  expect(back.digest('hex')).toBe(wanted)
  // The preview may look at 32 MiB; the rest is pieces on their way, never the body.
  expect((await peakMemory()) - before).toBeLessThan(300)
}, 120_000)
