import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { apiClient } from '../../src/main/client/api.ts'
import { createHome } from './cli-process.ts'
import { createDaemon, type RunningDaemon, startDaemon } from './running-daemon.ts'

let daemon: RunningDaemon & AsyncDisposable
beforeAll(async () => {
  daemon = await createDaemon()
})
afterAll(() => daemon[Symbol.asyncDispose]())

async function store(content: string, more: { session?: string; tool?: string } = {}): Promise<string> {
  const { entry } = await daemon.api.offload({ tool: 'search', content, force: true, ...more })
  if (!entry) throw new Error('nothing was stored')
  return entry.id
}

/** Words are indexed in the background. */
async function indexed(session: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if ((await daemon.api.search({ q: 'anything', session })).unindexed === 0) return
    await sleep(100)
  }
  throw new Error('not indexed after 10 s')
}

const filler = (lines: number) =>
  Array.from({ length: lines }, (_, i) => `row ${i} of nothing much`).join('\n')

test('M12: words are found within seconds of being stored, with line numbers and counts', async () => {
  const { id: session } = await daemon.api.createSession({})
  const log = await store(`${filler(5_000)}\nthe Größte pump FAILED again\n${filler(10)}\npump ok\n`, {
    session,
    tool: 'logs',
  })
  await store(filler(50), { session })
  await indexed(session)

  const both = await daemon.api.search({ q: 'pump failed', session })
  expect(both.items).toMatchObject([
    { id: log, tool: 'logs', matches: 1, text: '5001:the Größte pump FAILED again' },
  ])
  expect((await daemon.api.search({ q: 'größt', session })).items.map(({ id }) => id)).toEqual([log])
  const apart = await daemon.api.search({ q: 'again ok', session })
  expect(apart.items[0]).toMatchObject({
    id: log,
    matches: 2,
    text: expect.stringContaining('5012:pump ok') as string,
  })
  expect((await daemon.api.search({ q: 'pumpernickel', session })).items).toEqual([])
})

test('M12: words of scripts without spaces are found wherever they stand', async () => {
  const { id: session } = await daemon.api.createSession({})
  const weather = await store(`${filler(200)}\n今日は天気がいい error\n`, { session })
  await store('別の話です error\n', { session })
  await indexed(session)
  for (const q of ['天気', '天気 error', 'error がいい']) {
    const { items } = await daemon.api.search({ q, session })
    expect(items).toMatchObject([{ id: weather, matches: 1, text: '201:今日は天気がいい error' }])
  }
})

test('M12: a pattern is searched in every entry of the session, and in no other', async () => {
  const { id: session } = await daemon.api.createSession({})
  const { id: other } = await daemon.api.createSession({})
  const first = await store('alpha 17\nbeta\n', { session })
  const second = await store('gamma 18\n', { session })
  await store('alpha 99\n', { session: other })
  const found = await daemon.api.search({ pattern: '^[a-z]+ \\d+$', session })
  expect(found.items.map(({ id, text }) => [id, text])).toEqual([
    [second, '1:gamma 18'],
    [first, '1:alpha 17'],
  ])
  expect((await daemon.api.search({ pattern: '\\d', session, limit: 1 })).of).toBe(2)
  await indexed(other)
  expect((await daemon.api.search({ q: 'gamma', session: other })).items).toEqual([])
})

test('M12: another client finds nothing of it, whatever session it names', async () => {
  const { id: session } = await daemon.api.createSession({})
  await store('a secret called xylophone\n', { session })
  await indexed(session)
  expect((await daemon.api.search({ q: 'xylophone', session })).items).toHaveLength(1)
  const { token } = await daemon.api.createClient({ name: 'stranger' })
  const asStranger = apiClient({ url: daemon.url, token })
  for (const input of [{ q: 'xylophone' }, { pattern: 'xyloph' }])
    for (const named of [{}, { session }])
      expect(await asStranger.search({ ...input, ...named })).toMatchObject({
        items: [],
        of: 0,
        unindexed: 0,
      })
})

test('M12: a word on the border of two chunks is found', async () => {
  const { id: session } = await daemon.api.createSession({})
  const id = await store(`${'x '.repeat(32_765)} borderword ${'y '.repeat(100)}`, { session })
  await indexed(session)
  expect((await daemon.api.search({ q: 'borderword', session })).items.map((item) => item.id)).toEqual([id])
})

test('M12: what was deleted is not found', async () => {
  const { id: session } = await daemon.api.createSession({})
  const id = await store('a word called zanzibar\n', { session })
  await indexed(session)
  expect((await daemon.api.search({ q: 'zanzibar', session })).items).toHaveLength(1)
  await daemon.api.deleteEntry({ id })
  expect((await daemon.api.search({ q: 'zanzibar', session })).items).toEqual([])
})

test.each([
  [{}, 'invalid_input'],
  [{ q: 'a', pattern: 'b' }, 'invalid_input'],
  [{ q: '!?' }, 'invalid_input'],
])('M12: a search for %j is refused', async (input, code) => {
  await expect(daemon.api.search(input)).rejects.toMatchObject({ code })
})

test('M12: an agent searches its session by scratchpad_search', async () => {
  const client = new Client({ name: 'search', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', daemon.url), {
      requestInit: { headers: { authorization: `Bearer ${daemon.token}` } },
    }),
  )
  try {
    const call = async (args: Record<string, unknown>) => {
      const result = await client.callTool({ name: 'scratchpad_search', arguments: args })
      return z
        .array(z.object({ text: z.string() }))
        .parse(result.content)
        .map(({ text }) => text)
    }
    await client.callTool({
      name: 'scratchpad_write',
      arguments: { name: 'plan', content: 'first\nthen calibrate the sensor\n' },
    })
    const [text, footer] = await call({ pattern: 'calibrat.' })
    expect(text).toContain('plan')
    expect(text).toContain('2:then calibrate the sensor')
    expect(footer).toContain('1 entry')
    expect((await call({ pattern: 'gamma' }))[0]).toBe('')
  } finally {
    await client.close()
  }
})

test.each([
  ['removed', (file: string) => rm(file)],
  ['damaged', (file: string) => writeFile(file, 'not a database at all'.repeat(500))],
])('M12: an index that was %s is made anew', async (_what, harm) => {
  await using at = await createHome()
  const first = await startDaemon(at.home)
  const { entry } = await first.api.offload({
    tool: 'search',
    content: 'the word is quixotic\n',
    force: true,
  })
  await first.end()
  const file = join(at.home, 'search.db')
  await harm(file)
  const second = await startDaemon(at.home)
  for (let tries = 0; tries < 100; tries++) {
    const { items, unindexed } = await second.api.search({ q: 'quixotic' })
    if (unindexed === 0) {
      expect(items.map(({ id }) => id)).toEqual([entry?.id])
      if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600)
      return
    }
    await sleep(100)
  }
  throw new Error('not indexed after 10 s')
})

test('M12: a large content is indexed beside others, which are found before it is done', async () => {
  const { id: session } = await daemon.api.createSession({})
  const large = Array.from({ length: 400_000 }, (_, i) => `line ${i} value ${(i * 7919) % 100_003}`).join(
    '\n',
  )
  const response = await daemon.fetch(`/api/v1/offload?tool=large&force=true&session=${session}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: large,
  })
  expect(response.status).toBe(200)
  const small = await store('a needle in no haystack\n', { session })
  const seen = new Set<number>()
  for (let tries = 0; tries < 300; tries++) {
    const { items, unindexed } = await daemon.api.search({ q: 'needle', session })
    seen.add(unindexed)
    if (unindexed === 0) {
      expect(items.map(({ id }) => id)).toEqual([small])
      break
    }
    await sleep(100)
  }
  expect([...seen]).toContain(0)
  expect(Math.max(...seen)).toBeGreaterThan(0)
  expect((await daemon.api.search({ q: 'line 399999', session })).items[0]?.text).toMatch(
    /^400000:line 399999 /,
  )
})
