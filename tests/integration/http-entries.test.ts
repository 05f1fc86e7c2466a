import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperationInput } from '../../src/shared/contract.ts'
import type { Entry } from '../../src/shared/entry.ts'
import { createHome, type TestHome } from './cli-process.ts'
import { errorCode, rawRequest, type RunningDaemon, startDaemon } from './running-daemon.ts'

let at: TestHome
let daemon: RunningDaemon

beforeAll(async () => {
  at = await createHome()
  daemon = await startDaemon(at.home)
})
afterAll(async () => {
  await at[Symbol.asyncDispose]()
})

const newSession = async () => (await daemon.api.createSession({})).id

async function store(input: Partial<OperationInput<'offload'>>): Promise<Entry> {
  const { entry } = await daemon.api.offload({ tool: 'tool', content: 'content', force: true, ...input })
  if (!entry) throw new Error('nothing was stored')
  return entry
}

describe('the list', () => {
  let session: string
  let stored: Entry[]
  beforeAll(async () => {
    session = await newSession()
    stored = []
    for (const [tool, content] of [
      ['fs_read', 'a'.repeat(500)],
      ['fs_write', 'b'.repeat(100)],
      ['web_get', '{"c": 1}'],
      ['fs_read', 'd'.repeat(900)],
      ['odd[1]?', 'e'.repeat(300)],
    ] as const)
      stored.push(await store({ tool, content, session }))
  })
  const ids = async (input: OperationInput<'listEntries'>) =>
    (await daemon.api.listEntries({ session, ...input })).items.map(({ id }) =>
      stored.findIndex((e) => e.id === id),
    )

  test('A5: names what there is without its content, newest first', async () => {
    expect(await ids({})).toEqual([4, 3, 2, 1, 0])
    expect(JSON.stringify(await daemon.api.listEntries({ session }))).not.toContain('content":')
  })

  test.each([
    ['oldest', [0, 1, 2, 3, 4]],
    ['largest', [3, 0, 4, 1, 2]],
    ['smallest', [2, 1, 4, 0, 3]],
    ['name', [0, 3, 1, 4, 2]],
  ] as const)('is sorted by %s, also page by page', async (sort, order) => {
    expect(await ids({ sort })).toEqual(order)
    const paged: number[] = []
    let cursor: string | undefined
    do {
      const page = await daemon.api.listEntries({ session, sort, limit: 2, ...(cursor ? { cursor } : {}) })
      expect(page.total).toBe(5)
      paged.push(...page.items.map(({ id }) => stored.findIndex((entry) => entry.id === id)))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(paged).toEqual(order)
  })

  test('is filtered by tool glob, kind, words and pin', async () => {
    expect(await ids({ tool: 'fs_*' })).toEqual([3, 1, 0])
    expect(await ids({ tool: '*_get' })).toEqual([2])
    expect(await ids({ tool: 'odd[1]?' })).toEqual([4])
    expect(await ids({ tool: 'fs_rea?' })).toEqual([])
    expect(await ids({ kind: 'json' })).toEqual([2])
    expect(await ids({ q: 'WEB' })).toEqual([2])
    expect(await ids({ q: '%' })).toEqual([])
    await daemon.api.updateEntry({ id: stored[1]?.id ?? '', pinned: true })
    expect(await ids({ pinned: true })).toEqual([1])
    expect(await ids({ pinned: false })).toEqual([4, 3, 2, 0])
    await daemon.api.updateEntry({ id: stored[1]?.id ?? '', pinned: false })
  })

  test('a row that arrives between two pages shifts nothing', async () => {
    const own = await newSession()
    for (let i = 0; i < 4; i++) await store({ session: own, content: `item ${i}` })
    const first = await daemon.api.listEntries({ session: own, limit: 2 })
    await store({ session: own, content: 'the newcomer' })
    const rest = await daemon.api.listEntries({ session: own, cursor: first.nextCursor ?? '', limit: 10 })
    const names = [...first.items, ...rest.items].map(({ name }) => name)
    expect(names).toEqual(['tool_4', 'tool_3', 'tool_2', 'tool_1'])
  })

  test.each([
    'limit=0',
    'limit=1001',
    'limit=x',
    'sort=best',
    'cursor=nonsense',
    'cursor=e30',
    'pinned=maybe',
  ])('refuses ?%s with 400', async (query) => {
    const response = await daemon.fetch(`/api/v1/entries?${query}`)
    expect(response.status).toBe(400)
    expect(await errorCode(response)).toBe('invalid_input')
  })
})

describe('names', () => {
  test('M7: are given as <tool>_<n>, never one that is in use or was', async () => {
    const session = await newSession()
    const names = [
      await store({ session }),
      await store({ session, name: 'tool_3' }),
      await store({ session }),
    ]
    await daemon.api.deleteEntry({ id: names[2]?.id ?? '' })
    names.push(await store({ session }), ...(await Promise.all([store({ session }), store({ session })])))
    const given = names.map(({ name }) => name)
    expect(given.slice(0, 3)).toEqual(['tool_1', 'tool_3', 'tool_2'])
    expect(new Set(given).size).toBe(6)
  })

  test.each(['../../etc/evil', 'a/b', 'a.b', ' ', 'ü', 'x'.repeat(65), 'step4', 'e_0123456789ab', ''])(
    'B2: refuse %j with the rule, never rewritten',
    async (name) => {
      const { id } = await store({ session: await newSession() })
      const body = JSON.stringify({ name })
      const renamed = await daemon.fetch(`/api/v1/entries/${id}`, { method: 'PATCH', body })
      const offloaded = await daemon.fetch('/api/v1/offload', {
        method: 'POST',
        body: JSON.stringify({ tool: 't', content: 'x', force: true, name }),
      })
      for (const response of [renamed, offloaded]) {
        expect(response.status).toBe(400)
        const { error } = (await response.json()) as {
          error: { code: string; message: string; hint: string }
        }
        expect(error.code).toBe('invalid_input')
        expect(`${error.message} ${error.hint}`).toMatch(/1 to 64 letters, digits, - and _|Choose a name/)
      }
    },
  )

  test('of two who ask for one name at once, one gets it and the other is told', async () => {
    const session = await newSession()
    const asked = [1, 2].map((n) =>
      store({ session, name: 'wanted', content: `content ${n}` }).then(
        () => 'stored',
        (error: { code: string }) => error.code,
      ),
    )
    expect((await Promise.all(asked)).toSorted((a, b) => a.localeCompare(b))).toEqual(['conflict', 'stored'])
  })

  test('a name may be used in another session, and not twice in one', async () => {
    const [one, other] = [await newSession(), await newSession()]
    await store({ session: one, name: 'plan' })
    await store({ session: other, name: 'plan' })
    await expect(store({ session: one, name: 'plan' })).rejects.toMatchObject({ code: 'conflict' })
    const { id } = await store({ session: one })
    await expect(daemon.api.updateEntry({ id, name: 'plan' })).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('one entry', () => {
  test('A4: is given with the call that made it and the reads of it', async () => {
    const args = { path: '/a', limit: 10 }
    const { id } = await store({ tool: 'read', content: 'one\ntwo\n', arguments: args })
    await daemon.api.readEntry({ id, mode: 'lines', start: 2, end: 3 })
    const entry = await daemon.api.getEntry({ id })
    expect(entry.calls).toHaveLength(1)
    expect(entry.calls[0]).toMatchObject({ tool: 'read', arguments: args, offloaded: true, rawBytes: 8 })
    expect(entry.reads).toHaveLength(1)
    expect(entry.reads[0]).toMatchObject({ mode: 'lines', unit: 'lines', start: 2, end: 3, spans: [[4, 8]] })
    expect(entry.deliveredText).toContain(id)
  })

  test("a person's look is not counted as a read", async () => {
    const { id } = await store({ content: 'looked at' })
    const look = await daemon.fetch(`/api/v1/entries/${id}/read`, {
      method: 'POST',
      body: '{}',
      headers: { 'spillway-view': '1' },
    })
    expect(await look.json()).toMatchObject({ text: 'looked at' })
    expect((await daemon.api.getEntry({ id })).reads).toEqual([])
  })

  test('N3: a pin, a name and a life are changed together, and the timeline says so', async () => {
    const { id } = await store({})
    const changed = await daemon.api.updateEntry({
      id,
      pinned: true,
      name: `kept_${id.slice(2)}`,
      ttlSeconds: 60,
    })
    expect(changed).toMatchObject({
      pinned: true,
      tier: 'pinned',
      expiresAt: null,
      name: `kept_${id.slice(2)}`,
    })
    const free = await daemon.api.updateEntry({ id, pinned: false })
    expect(Math.abs(Date.parse(free.expiresAt ?? '') - Date.now() - 60_000)).toBeLessThan(10_000)
    const { lastSeq } = await daemon.api.listEvents({ limit: 1 })
    const { items } = await daemon.api.listEvents({ after: lastSeq - 20 })
    const own = items.filter(({ entry, type }) => entry === id && type === 'entry.changed')
    expect(own.map(({ data }) => data['pinned'])).toEqual([true, false])
  })

  test.each([{}, { ttlSeconds: 0 }, { ttlSeconds: 'x' }, { pinned: 'yes' }, { pin: true }])(
    'a change of %j is 400',
    async (change) => {
      const { id } = await store({})
      const response = await daemon.fetch(`/api/v1/entries/${id}`, {
        method: 'PATCH',
        body: JSON.stringify(change),
      })
      expect(response.status).toBe(400)
    },
  )

  test('A1: dedup is counted as a hit and refreshes the blob; each delivery is an entry of its own', async () => {
    const before = await daemon.api.stats({})
    const content = `the very same ${'bytes '.repeat(2_000)}`
    const [one, other] = [await store({ content }), await store({ content, tool: 'another' })]
    expect(other.id).not.toBe(one.id)
    expect(other.sha256).toBe(one.sha256)
    const after = await daemon.api.stats({})
    expect(after.blobs - before.blobs).toBe(1)
    expect(after.entries - before.entries).toBe(2)
    expect(after.dedupHits - before.dedupHits).toBe(1)
    expect(after.dedupBytes - before.dedupBytes).toBe(content.length)
    expect(await daemon.api.deleteEntry({ id: one.id })).toMatchObject({
      entries: 1,
      blobs: 0,
      freedBytes: 0,
    })
    expect((await daemon.api.readEntry({ id: other.id, n: 13 })).text).toBe('the very same')
    expect(await daemon.api.deleteEntry({ id: other.id })).toMatchObject({ entries: 1, blobs: 1 })
  })

  test('A6: once removed it says so: 410 with its hash and time, and cannot be changed', async () => {
    const { id, sha256 } = await store({ content: 'gone soon' })
    await daemon.api.deleteEntry({ id })
    for (const [path, init] of [
      [`/${id}/read`, { method: 'POST', body: '{}' }],
      [`/${id}/content`, {}],
      [`/${id}`, { method: 'PATCH', body: '{"pinned":true}' }],
    ] as const) {
      const response = await daemon.fetch(`/api/v1/entries${path}`, init)
      expect(response.status, path).toBe(410)
      const { error } = (await response.json()) as { error: { code: string; message: string } }
      expect(error.code).toBe('expired')
      expect(error.message).toContain(sha256)
      expect(error.message).toMatch(/20\d\d-\d\d-\d\dT/)
    }
    expect((await daemon.api.listEntries({ q: 'gone soon' })).items).toEqual([])
  })

  test('M8: past its own life it is expired at once, before any collection', async () => {
    const { id } = await store({ content: 'short-lived', ttlSeconds: 1 })
    expect((await daemon.api.readEntry({ id })).text).toBe('short-lived')
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    await expect(daemon.api.readEntry({ id })).rejects.toMatchObject({ code: 'expired' })
  })

  test('M8 B6: to who writes it a note past its life is gone too', async () => {
    const old = await daemon.api.putNote({ name: 'brief', content: 'old', ttlSeconds: 1, ifVersion: 0 })
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    const note = await daemon.api.putNote({ name: 'brief', content: 'new', ifVersion: 0 })
    expect(note).toMatchObject({ version: 1, preview: 'new' })
    expect(note.id).not.toBe(old.id)
    await expect(daemon.api.readEntry({ id: old.id })).rejects.toMatchObject({ code: 'expired' })
  })

  test('N3: reading refreshes its life', async () => {
    const { id } = await store({ content: 'refreshed', ttlSeconds: 2 })
    for (let i = 0; i < 4; i++) {
      await new Promise((resolve) => setTimeout(resolve, 700))
      expect((await daemon.api.readEntry({ id })).text).toBe('refreshed')
    }
  })
})

describe('content by range', () => {
  const CONTENT = '0123456789'
  let path: string
  beforeAll(async () => {
    path = `/api/v1/entries/${(await store({ content: CONTENT })).id}/content`
  })

  test.each([
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', CONTENT, 'bytes 0-9/10'],
    ['bytes=5-99', '56789', 'bytes 5-9/10'],
  ])('%s gives %j', async (range, body, contentRange) => {
    const response = await daemon.fetch(path, { headers: { range } })
    expect(response.status).toBe(206)
    expect(await response.text()).toBe(body)
    expect(response.headers.get('content-range')).toBe(contentRange)
    expect(response.headers.get('content-length')).toBe(String(body.length))
  })

  test.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('%s is 416 with the size', async (range) => {
    const response = await daemon.fetch(path, { headers: { range } })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe('bytes */10')
    expect(await errorCode(response)).toBe('range_not_satisfiable')
  })

  test.each(['bytes=4-2', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-', 'bytes=a-b'])(
    '%s is passed over: the whole comes',
    async (range) => {
      const response = await daemon.fetch(path, { headers: { range } })
      expect(response.status).toBe(200)
      expect(await response.text()).toBe(CONTENT)
    },
  )

  test('a range of what is another content by now is passed over', async () => {
    const { headers } = await daemon.fetch(path)
    const etag = headers.get('etag') ?? ''
    const ranged = (ifRange: string) =>
      daemon.fetch(path, { headers: { range: 'Bytes=2-4', 'if-range': ifRange } })
    expect(await (await ranged(etag)).text()).toBe('234')
    const other = await ranged('"another"')
    expect(other.status).toBe(200)
    expect(await other.text()).toBe(CONTENT)
  })

  test('HEAD gives the headers of the whole alone', async () => {
    for (const range of ['', 'bytes=2-4']) {
      const response = await daemon.fetch(path, { method: 'HEAD', headers: { range } })
      expect(response.status).toBe(200)
      expect(response.headers.get('content-length')).toBe('10')
      expect(response.headers.get('accept-ranges')).toBe('bytes')
      expect(await response.text()).toBe('')
    }
  })
})

describe('bodies that are wrong', () => {
  test.each([
    '{',
    '[]',
    '"text"',
    'null',
    '{"tool":1}',
    '{"tool":"t"}',
    '{"tool":"t","content":"a","contentBase64":"YQ=="}',
    '{"tool":"t","contentBase64":"***"}',
  ])('%s is 400', async (body) => {
    const headers = { 'content-type': 'application/json' }
    const response = await daemon.fetch('/api/v1/offload', { method: 'POST', headers, body })
    expect(response.status).toBe(400)
    expect(await errorCode(response)).toBe('invalid_input')
  })

  test('a misspelt field never turns a dry run into a real one', async () => {
    const { id } = await store({ content: 'still here' })
    for (const body of [
      '{"all":true,"dryrun":true}',
      '{"all":true,"dry_run":true}',
      '{"all":true,"dryRun":"yes"}',
    ]) {
      const response = await daemon.fetch('/api/v1/prune', { method: 'POST', body })
      expect(response.status, body).toBe(400)
    }
    expect((await daemon.api.readEntry({ id })).text).toBe('still here')
  })

  test('over 32 MiB of JSON is 413, announced or not, and the daemon goes on', async () => {
    const body = JSON.stringify({ tool: 'huge', content: 'x'.repeat(33 * 1024 * 1024) })
    const announced = await daemon.fetch('/api/v1/offload', { method: 'POST', body })
    expect(announced.status).toBe(413)
    expect(await errorCode(announced)).toBe('too_large')
    const reply = await rawRequest(
      daemon.port,
      '/api/v1/offload',
      {
        host: `127.0.0.1:${daemon.port}`,
        authorization: `Bearer ${daemon.token}`,
        'transfer-encoding': 'chunked',
      },
      { method: 'POST', body },
    )
    expect(reply.status).toBe(413)
    expect((await daemon.fetch('/api/v1/health')).status).toBe(200)
  })

  test('31 MiB of JSON are taken', async () => {
    const content = 'line of a file\n'.repeat(2_000_000)
    const entry = await store({ tool: 'large', content })
    expect(entry).toMatchObject({ bytes: content.length, lines: 2_000_000 })
  })
})
