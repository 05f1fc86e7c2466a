import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseJson, stringifyJson } from '../../src/main/rpc/json.ts'
import type { Params } from '../../src/main/rpc/message.ts'
import { HttpTransport } from '../../src/main/gateway/http.ts'
import { bridge, http, type RawClient, rawClient } from './raw-client.ts'
import { createDaemon } from './running-daemon.ts'

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/upstreams/${name}`, import.meta.url))
const node = (name: string, ...args: string[]) => ({
  command: process.execPath,
  args: [fixture(name), ...args],
})

/** What the fixture's tool `odd` answers, byte for byte. */
const ODD_RESULT =
  '{"content":[{"type":"text","text":"a","annotations":{"priority":1.0,"x-unknown":[1e5]}},{"type":"hologram","depth":12345678901234567890}],"structuredContent":{"id":9007199254740993,"ratio":0.10},"_meta":{"vendor/trace":-0},"brandNew":{"nested":null}}'

let daemon: Awaited<ReturnType<typeof createDaemon>>
let folder: string
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'spillway-roots-')))
  daemon = await createDaemon({
    mcpServers: {
      raw: node('raw.mjs'),
      pad: node('raw.mjs', '--scratchpad'),
      shared: { ...node('raw.mjs'), shared: true },
      first: node('talkative.mjs', 'legacy', 'note'),
      second: node('talkative.mjs', 'legacy', 'note'),
    },
    policy: { tools: { 'raw.odd': { action: 'inline' } } },
  })
})
afterAll(async () => {
  await daemon[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

interface Result {
  content: { type: string; text: string }[]
  _meta?: Record<string, unknown>
}
const call = async (client: RawClient, name: string, args: Params = {}) =>
  (await client.request('tools/call', { name, arguments: args })) as Result
const textOf = ({ content }: Result) => content[0]?.text ?? ''

/** On addresses of one server, because the fixture does not list all its tools. */
const ways = {
  'over HTTP': () => http(daemon.url, '/mcp/raw', daemon.token),
  'over the bridge': () => bridge(daemon.home, '--server', 'raw'),
}

describe.each(Object.entries(ways))('%s', (_way, transport) => {
  test('what no revision knows survives: fields, block types, the spelling of numbers', async () => {
    await using client = await rawClient(transport())
    const { _meta: meta = {}, ...rest } = await call(client, 'odd')
    const { 'spillway/step': step, ...own } = meta
    expect(step).toBeDefined()
    const { _meta: sent, ...expected } = parseJson(ODD_RESULT) as Result
    expect(stringifyJson({ ...rest, _meta: own })).toBe(stringifyJson({ ...expected, _meta: sent }))
    const { tools } = (await client.request('tools/list')) as { tools: Params[] }
    const odd = tools.find(({ name }) => name === 'odd')
    expect(odd).toMatchObject({
      unknownToolField: true,
      annotations: { future: 'hint' },
      icons: [{ src: 'data:,' }],
    })
    expect(stringifyJson(odd)).toContain('"x-vendor":12345678901234567890')
  })

  test('arguments reach the server as they were written', async () => {
    await using client = await rawClient(transport())
    const args = parseJson('{"n":12345678901234567890,"ratio":1.0,"deep":[1e5]}') as Params
    const result = (await client.request('tools/call', { name: 'raw_echo', arguments: args })) as {
      received: { params: Params }
    }
    expect(stringifyJson(result.received.params['arguments'])).toBe(stringifyJson(args))
  })
})

test('A7: another scratchpad alone behind ours: no name is there twice, and its own tools are to be had', async () => {
  await using client = await rawClient(http(daemon.url, '/mcp/pad', daemon.token))
  const names = async (list: 'tools' | 'prompts') => {
    const listed = (await client.request(`${list}/list`)) as Record<typeof list, { name: string }[]>
    return listed[list].map(({ name }) => name)
  }
  const tools = await names('tools')
  expect(new Set(tools).size).toBe(tools.length)
  expect(tools).toEqual(expect.arrayContaining(['scratchpad_read', 'pad__scratchpad_read', 'echo']))
  expect(textOf(await call(client, 'pad__scratchpad_read'))).toBe('theirs')
  expect(textOf(await call(client, 'scratchpad_read', { id: 'nothing' }))).toContain(
    'There is no entry nothing',
  )
  expect(await names('prompts')).toEqual(['scratchpad-guide', 'pad__scratchpad-guide'])
  const theirs = await client.request('prompts/get', { name: 'pad__scratchpad-guide' })
  expect(JSON.stringify(theirs)).toContain('their scratchpad-guide')
})

test.each(['/mcp/', '/mcp/raw/'])('an address with a slash at its end is the same: %s', async (path) => {
  await using client = await rawClient(http(daemon.url, path, daemon.token))
  const { tools } = (await client.request('tools/list')) as { tools: { name: string }[] }
  expect(tools.map(({ name }) => name)).toContain(path === '/mcp/' ? 'raw__odd' : 'odd')
})

test.each([
  '{"content":"no list"}',
  '{"content":{"type":"text"}}',
  '{"content":[null,5,{"type":"text","text":5}]}',
  '{"content":null,"structuredContent":[1]}',
])(
  'N11: a result that is none of the protocol reaches the client as it came, and is recorded: %s',
  async (json) => {
    await using client = await rawClient(http(daemon.url, '/mcp/raw', daemon.token))
    const { _meta: meta, ...rest } = await call(client, 'answer', { json })
    expect(stringifyJson(rest)).toBe(json)
    expect(meta).toHaveProperty('spillway/step')
    const last = async () => (await daemon.api.findCalls({ filter: 'tool:answer' })).items.at(-1)?.event
    await expect.poll(last).toMatchObject({ type: 'call.inline', data: { tool: 'answer' } })
  },
)

test('an error of a server keeps its code, message and data', async () => {
  await using client = await rawClient(http(daemon.url, '/mcp/raw', daemon.token))
  const failing = client.request('tools/call', { name: 'fail', arguments: {} })
  await expect(failing).rejects.toMatchObject({ code: -32_042, message: 'odd failure' })
})

describe('resources', () => {
  const uri = 'note://by-name/large'

  test('of servers that use the same URIs are the first server’s, and the other’s under its own address', async () => {
    await using client = await rawClient(http(daemon.url, '/mcp', daemon.token))
    await call(client, 'second__grow')
    const { resources } = (await client.request('resources/list')) as { resources: { uri: string }[] }
    expect(resources.filter((one) => one.uri === 'note://one')).toHaveLength(1)
    // Only the second server has it.
    const grown = await client.request('resources/read', { uri: 'note://grown_1' })
    expect(grown).toMatchObject({ contents: [{ text: 'grown_1' }] })
    await using alone = await rawClient(http(daemon.url, '/mcp/second', daemon.token))
    const one = await alone.request('resources/read', { uri: 'note://one' })
    expect(one).toMatchObject({ contents: [{ text: 'the first note' }] })
  })

  test('are whole, however large: a client that reads one wants it', async () => {
    await using client = await rawClient(http(daemon.url, '/mcp', daemon.token))
    const { contents } = (await client.request('resources/read', { uri })) as { contents: { text: string }[] }
    expect(contents[0]?.text).toHaveLength(120_000)
  })
})

test('what a shared server asks goes to the session whose call it belongs to', async () => {
  const answering = (name: string) => ({
    capabilities: { sampling: {} },
    answers: { 'sampling/createMessage': () => ({ model: name }) },
  })
  await using ada = await rawClient(http(daemon.url, '/mcp/shared', daemon.token), answering('ada'))
  await using alan = await rawClient(bridge(daemon.home, '--server', 'shared'), answering('alan'))
  const question = { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } }
  expect(textOf(await call(ada, 'ask', question))).toBe('{"result":{"model":"ada"}}')
  expect(textOf(await call(alan, 'ask', question))).toBe('{"result":{"model":"alan"}}')
  expect([ada.asked.length, alan.asked.length]).toEqual([1, 1])
  // With another call under way nobody can say whose question it is.
  const begun = Promise.withResolvers<void>()
  const params = { name: 'progress', arguments: { steps: 30, ms: 50 } }
  const slow = alan.request('tools/call', params, { onProgress: () => begun.resolve() })
  await begun.promise
  expect(textOf(await call(ada, 'ask', question))).toContain('2 calls share this server')
  await slow
  expect([ada.asked.length, alan.asked.length]).toEqual([1, 1])
})

test('the first root of a client is the project of an HTTP session that named none', async () => {
  const inFolder = {
    capabilities: { roots: {} },
    answers: { 'roots/list': () => ({ roots: [{ uri: pathToFileURL(folder).href }] }) },
  }
  const connect = (options: object) =>
    rawClient(
      new HttpTransport({
        url: new URL('/mcp/raw', daemon.url).href,
        headers: { authorization: `Bearer ${daemon.token}` },
      }),
      options,
    )
  await using one = await connect(inFolder)
  await call(one, 'scratchpad_write', { name: 'plan', content: 'shared by the project', scope: 'project' })
  const environment = JSON.parse(textOf(await call(one, 'environment'))) as { cwd: string }
  expect(environment.cwd).toBe(folder)
  await using other = await connect(inFolder)
  expect(textOf(await call(other, 'scratchpad_read', { id: 'plan' }))).toBe('shared by the project')
  await using elsewhere = await connect({})
  expect(textOf(await call(elsewhere, 'scratchpad_read', { id: 'plan' }))).toContain('not_found')
  expect(one.asked.filter(({ method }) => method === 'roots/list')).toHaveLength(1)
})

test('N2: subagents on one connection each get a whole reference for the same bytes', async () => {
  await using client = await rawClient(bridge(daemon.home))
  const text = Array.from({ length: 2_000 }, (_, n) => `line ${n} of a result that both of them asked for`)
  const args = { text: text.join('\n') }
  const [first, second] = await Promise.all([
    call(client, 'raw__echo', args),
    call(client, 'raw__echo', args),
  ])
  const entries = [first, second].map((result) => result['_meta']?.['spillway/entry'] as Params)
  const [one, two] = entries
  expect(one?.['id']).not.toBe(two?.['id'])
  expect(one?.['sha256']).toBe(two?.['sha256'])
  for (const [result, entry] of [
    [first, one],
    [second, two],
  ] as const) {
    // The preview and how to read on, not a word that somebody has seen it before.
    expect(textOf(result)).toContain('line 0 of a result')
    const { content } = await call(client, 'scratchpad_read', {
      id: String(entry?.['id']),
      mode: 'tail',
      n: 60,
    })
    expect(content[0]?.text).toContain('line 1999 of a result')
  }
  const steady = (result: Result, entry: Params | undefined) =>
    textOf(result)
      .replaceAll(String(entry?.['id']), 'ID')
      .replaceAll(/echo_\d+|step \d+/gi, 'N')
  expect(steady(first, one)).toBe(steady(second, two))
})
