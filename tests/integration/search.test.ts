import { setTimeout as sleep } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createDaemon, type RunningDaemon } from './running-daemon.ts'

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
