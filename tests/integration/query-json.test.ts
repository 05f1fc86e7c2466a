import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createDaemon, type RunningDaemon } from './running-daemon.ts'

let daemon: RunningDaemon & AsyncDisposable
beforeAll(async () => {
  daemon = await createDaemon()
})
afterAll(() => daemon[Symbol.asyncDispose]())

async function store(content: string): Promise<string> {
  const { entry } = await daemon.api.offload({ tool: 'query', content, force: true })
  if (!entry) throw new Error('nothing was stored')
  return entry.id
}

const ORDERS = '{"next":"p2","orders":[{"id":12345678901234567890,"total":1.0},{"id":7,"total":2.50}]}'

test('M12: a path selects values as they are spelled, one a line, and counts them', async () => {
  const id = await store(ORDERS)
  const read = await daemon.api.readEntry({ id, mode: 'json', path: '$.orders[*].id' })
  expect(read.text).toBe('12345678901234567890\n7')
  expect(read.returned).toEqual({ unit: 'matches', start: 0, end: 2, count: 2 })
  expect((await daemon.api.readEntry({ id, path: '$.orders[?@.total > 2]' })).text).toBe(
    '{"id":7,"total":2.50}',
  )
  const one = await daemon.api.readEntry({ id, path: '$.next' })
  expect(one.text).toBe('p2')
  expect(one.footer).toContain('without quotes')
  expect((await daemon.api.readEntry({ id, path: '$.missing' })).footer).toContain('"next", "orders"')
})

test('M12: length() counts characters, not UTF-16 units', async () => {
  const id = await store('[{"t":"Ü😀"},{"t":"abc"},{"t":[1,2]}]')
  expect((await daemon.api.readEntry({ id, path: '$[?length(@.t) == 2]' })).text).toBe(
    '{"t":"Ü😀"}\n{"t":[1,2]}',
  )
})

test('M12: NDJSON is the array of its lines', async () => {
  const id = await store('{"a":1}\n{"a":{"b":[2.0]}}\n')
  expect((await daemon.api.readEntry({ id, path: '$[1].a.b' })).text).toBe('[2.0]')
})

test('M12: many and long values go on by cursor, none lost', async () => {
  const values = Array.from({ length: 250 }, (_, i) => ({ i, text: '🧊'.repeat(i) }))
  const id = await store(JSON.stringify(values))
  let page = await daemon.api.readEntry({ id, path: '$[*].text' })
  const lines: string[] = []
  for (;;) {
    expect(page.text.length).toBeLessThanOrEqual(30_000)
    lines.push(...page.text.split('\n'))
    if (page.cursor === undefined) break
    page = await daemon.api.readEntry({ id, cursor: page.cursor })
  }
  expect(lines).toEqual(values.map(({ text }) => JSON.stringify(text)))

  const long = await store(JSON.stringify({ text: 'ab🧊'.repeat(30_000) }))
  let part = await daemon.api.readEntry({ id: long, path: '$.text' })
  let text = part.text
  while (part.cursor !== undefined) {
    part = await daemon.api.readEntry({ id: long, cursor: part.cursor })
    text += part.text
  }
  expect(text).toBe('ab🧊'.repeat(30_000))
})

test.each([
  ['{"a":[1,2],\n"b":{"c":}}', 'line 2, column 10'],
  ['{"a":[1,2],\n"b":{"c":1', 'line 2'],
  ['{"a":1}\n{"a":2}\n{"a":', 'line 3'],
])('M12: %j is not JSON, and it is said where', async (content, place) => {
  const id = await store(content)
  await expect(daemon.api.readEntry({ id, mode: 'json', path: '$' })).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining(place) as string,
    hint: expect.stringContaining('grep') as string,
  })
})

test('M12: JSON without a bottom is refused in words', async () => {
  const id = await store(`${'['.repeat(200_000)}1.0${']'.repeat(200_000)}`)
  await expect(daemon.api.readEntry({ id, mode: 'json', path: '$' })).rejects.toMatchObject({
    code: 'invalid_input',
  })
})

test('M12: a hostile pattern inside a path is stopped within 6 s', async () => {
  const id = await store(JSON.stringify([{ s: `${'a'.repeat(40)}!` }]))
  const started = performance.now()
  await expect(daemon.api.readEntry({ id, path: '$[?match(@.s, "(a+)+b")]' })).rejects.toMatchObject({
    code: 'timeout',
  })
  expect(performance.now() - started).toBeLessThan(6_000)
})

test('N10 M12: an agent reads with json and sql through scratchpad_read', async () => {
  const client = new Client({ name: 'query', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', daemon.url), {
      requestInit: { headers: { authorization: `Bearer ${daemon.token}` } },
    }),
  )
  try {
    const id = await store(ORDERS)
    const call = async (args: Record<string, unknown>) => {
      const result = await client.callTool({ name: 'scratchpad_read', arguments: { id, ...args } })
      return z
        .array(z.object({ text: z.string() }))
        .parse(result.content)
        .map(({ text }) => text)
    }
    expect((await call({ mode: 'json', path: '$.orders[0].id' }))[0]).toBe('12345678901234567890')
    const [rows, footer] = await call({ mode: 'sql', query: 'SELECT sum(total) AS s FROM t' })
    expect(rows).toBe('s\n3.5')
    expect(footer).toContain('id text, total real')
    const listed = (await client.listTools()).tools.find(({ name }) => name === 'scratchpad_read')
    expect(JSON.stringify(listed?.inputSchema)).toContain('"sql"')
  } finally {
    await client.close()
  }
})
