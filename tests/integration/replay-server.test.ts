import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { stringifyJson } from '../../src/main/rpc/json.ts'
import { CLI, startCli } from './cli-process.ts'
import { http, type RawClient, rawClient, stdio } from './raw-client.ts'
import { createDaemon, errorCode } from './running-daemon.ts'

const FILES = join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js',
)
const RAW = fileURLToPath(new URL('../fixtures/upstreams/raw.mjs', import.meta.url))
const LINES = 20_000

let daemon: Awaited<ReturnType<typeof createDaemon>>
let folder: string
/** The recorded session and turn, and every result of the live run as JSON, in order. */
let recorded: { session: string; turn: string; results: string[]; tools: string[] }

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'spillway-replay-')))
  const log = Array.from(
    { length: LINES },
    (_, n) => `2026-11-22T05:00:00Z ${n === 7_000 ? 'ERROR' : 'INFO'} request ${n}`,
  )
  await writeFile(join(folder, 'big.log'), log.join('\n'))
  await writeFile(join(folder, 'state.txt'), 'queued')
  daemon = await createDaemon({
    mcpServers: {
      fs: { command: process.execPath, args: [FILES, folder] },
      raw: { command: process.execPath, args: [RAW, '--list-all'] },
    },
  })
  const client = await rawClient(http(daemon.url, '/mcp', daemon.token))
  const tools = await toolNames(client)
  const results = await agent(client)
  await client[Symbol.asyncDispose]()
  const [turn] = (await daemon.api.listTurns({})).items
  if (!turn) throw new Error('nothing was recorded')
  recorded = { session: turn.session, turn: turn.id, results, tools }
  // From here on there is no server behind Spillway, and nothing left that they could read.
  await daemon.api.putConfig({ config: { server: { port: 0 } } })
  await rm(folder, { recursive: true })
})
afterAll(() => daemon[Symbol.asyncDispose]())

const reference = z.looseObject({
  _meta: z.looseObject({ 'spillway/entry': z.looseObject({ id: z.string() }) }),
})

/** A script in the place of a model: it reads a large file, looks closer, changes something and looks again. */
async function agent(client: RawClient, { pattern = 'ERROR', file = 'big.log' } = {}): Promise<string[]> {
  const results: string[] = []
  const call = async (name: string, args: Record<string, unknown>) => {
    const result = await client.request('tools/call', { name, arguments: args })
    results.push(stringifyJson(result))
    return result
  }
  const at = (name: string) => ({ path: join(folder, name) })
  const large = await call('fs__read_text_file', at(file))
  const found = reference.safeParse(large)
  const id = found.success ? found.data['_meta']['spillway/entry'].id : 'e_000000000000'
  await call('scratchpad_read', { id, mode: 'grep', pattern, context: 1 })
  await call('scratchpad_read', { id, mode: 'lines', start: 10_000, end: 10_003 })
  await call('fs__read_text_file', at('state.txt'))
  await call('fs__write_file', { ...at('state.txt'), content: 'done' })
  await call('fs__read_text_file', at('state.txt'))
  await call('fs__read_text_file', at('missing.txt'))
  await call('raw__odd', { n: 1 })
  return results
}

const listing = z.object({ tools: z.array(z.looseObject({ name: z.string() })) })
const toolNames = async (client: RawClient) =>
  listing.parse(await client.request('tools/list')).tools.map((tool) => JSON.stringify(tool))

/** A client of a replay's endpoint, with the replay's own token alone. */
const replayClient = async ({ url, token }: { url: string; token: string }): Promise<RawClient> => {
  const client = await rawClient(http(url, '', token))
  onTestFinished(() => client[Symbol.asyncDispose]())
  return client
}

async function started(options: { raw?: boolean; passthrough?: boolean } = {}) {
  const replay = await daemon.api.startReplay({ turn: recorded.turn, ...options })
  onTestFinished(async () => {
    const { items } = await daemon.api.listReplays({})
    if (items.some(({ id }) => id === replay.id)) await daemon.api.stopReplay({ id: replay.id })
  })
  return replay
}

test('N9: an agent that runs again, with the servers stopped, gets the same tools and the same results in the same order', async () => {
  expect(await daemon.api.listUpstreams({})).toEqual({ items: [] })
  const replay = await started()
  const client = await replayClient(replay)
  expect(await toolNames(client)).toEqual(recorded.tools)
  const results = await agent(client)
  expect(results).toEqual(recorded.results)
  expect(results[1]).toContain('request 7000')
  expect(results[3]).toContain('queued')
  expect(results[5]).toContain('done')
  expect(results[7]).toContain('12345678901234567890')

  const report = await daemon.api.getReplay({ id: replay.id })
  expect(report).toMatchObject({ matched: 6, missed: 0, passed: 0, unused: 0, runs: 1, calls: 6 })
  // A second agent begins at the beginning.
  expect(await agent(await replayClient(replay))).toEqual(recorded.results)
})

test('N9: nothing that a replay answers is counted as a call or a read of the recording', async () => {
  const before = await daemon.api.stats({})
  const replay = await started()
  await agent(await replayClient(replay))
  expect(await daemon.api.stats({})).toEqual(before)
})

test('N9: one changed argument is a miss that names the nearest recorded call and the difference', async () => {
  const replay = await started()
  const client = await replayClient(replay)
  const [first] = await agent(client, { file: 'small.log' })
  expect(first).toContain('replay_miss: fs__read_text_file was not recorded with these arguments')
  expect(first).toContain('"isError":true')

  const report = await daemon.api.stopReplay({ id: replay.id })
  expect(report).toMatchObject({ matched: 5, missed: 1, unused: 1 })
  const [miss] = report.asked
  expect(miss).toMatchObject({
    tool: 'fs__read_text_file',
    outcome: 'missed',
    why: 'arguments',
    differences: [
      {
        path: 'path',
        recorded: JSON.stringify(join(folder, 'big.log')),
        given: JSON.stringify(join(folder, 'small.log')),
      },
    ],
  })
  expect(report.unusedCalls).toMatchObject([{ tool: 'fs.read_text_file', step: 1 }])
})

test('N9: one call more than was recorded is a miss, however the arguments are spelled', async () => {
  const client = await replayClient(await started())
  const odd = async (args: string) =>
    stringifyJson(
      await client.request('tools/call', { name: 'raw__odd', arguments: JSON.parse(args) as object }),
    )
  expect(await odd('{"n":1.0e0}')).toBe(recorded.results[7])
  expect(await odd('{"n":1}')).toContain('was recorded once, and this run has had every answer')
})

test('N9: a client of 2026-07-28 begins a new run when it connects, and hears the same', async () => {
  const replay = await started()
  for (let run = 1; run <= 2; run++) {
    const client = new Client(
      { name: 'modern', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    )
    const requestInit = { headers: { authorization: `Bearer ${replay.token}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(replay.url), { requestInit }))
    const result = await client.callTool({
      name: 'fs__read_text_file',
      arguments: { path: join(folder, 'big.log') },
    })
    const live = JSON.parse(recorded.results[0] ?? '') as { content: object[] }
    expect(result.content).toEqual(live.content)
    await client.close()
    expect(await daemon.api.getReplay({ id: replay.id })).toMatchObject({ runs: run, matched: run })
  }
})

test('N9: raw answers go through the policy of today, as a session of their own', async () => {
  const policy = { tools: { 'fs.read_text_file': { action: 'inline' as const } } }
  await daemon.api.putConfig({ config: { server: { port: 0 }, policy } })
  onTestFinished(async () => void (await daemon.api.putConfig({ config: { server: { port: 0 } } })))
  const client = await replayClient(await started({ raw: true }))
  const result = stringifyJson(
    await client.request('tools/call', {
      name: 'fs__read_text_file',
      arguments: { path: join(folder, 'big.log') },
    }),
  )
  expect(result).toContain(`request ${LINES - 1}`)
  const [latest] = (await daemon.api.listSessions({})).items
  expect(latest).toMatchObject({ clientName: 'raw-client', calls: 1 })
  expect(latest?.id).not.toBe(recorded.session)
})

test('N9: what was not recorded goes to the live servers where that is wished', async () => {
  const mcpServers = { raw: { command: process.execPath, args: [RAW, '--list-all'] } }
  await daemon.api.putConfig({ config: { server: { port: 0 }, mcpServers } })
  onTestFinished(async () => void (await daemon.api.putConfig({ config: { server: { port: 0 } } })))
  const replay = await started({ passthrough: true })
  const client = await replayClient(replay)
  const echo = { name: 'raw__echo', arguments: { text: 'alive' } }
  expect(stringifyJson(await client.request('tools/call', echo))).not.toContain('replay_miss')
  expect(await daemon.api.getReplay({ id: replay.id })).toMatchObject({ passed: 1, missed: 0 })
})

test('N9: the token of a replay opens that replay alone, and a client sees no replay but its own', async () => {
  const replay = await started()
  const other = await started()
  const post = (path: string, token: string) =>
    daemon.fetch(path, { method: 'POST', token, body: '{}', headers: { 'content-type': 'application/json' } })
  expect(await errorCode(await post('/mcp', replay.token))).toBe('unauthorized')
  expect(await errorCode(await post(new URL(other.url).pathname, replay.token))).toBe('unauthorized')
  expect(await errorCode(await daemon.fetch('/api/v1/events', { token: replay.token }))).toBe('unauthorized')
  const { token } = await daemon.api.createClient({ name: 'stranger' })
  expect(await errorCode(await daemon.fetch(`/api/v1/replays/${replay.id}`, { token }))).toBe('not_found')
  expect(await errorCode(await post(new URL(replay.url).pathname, token))).toBe('not_found')
  const own = await daemon.fetch('/api/v1/replays', {
    method: 'POST',
    token,
    body: JSON.stringify({ turn: recorded.turn }),
    headers: { 'content-type': 'application/json' },
  })
  expect(await errorCode(own)).toBe('not_found')
})

test('N9: `spillway replay --stdio` is a server that a client starts, and leaves a report', async () => {
  const file = join(daemon.home, 'report.json')
  const args = ['replay', recorded.session, '--stdio', '--report', file, '--home', daemon.home]
  const transport = stdio(process.execPath, [CLI, ...args])
  const client = await rawClient(transport)
  expect(await agent(client, { pattern: 'ERROR' })).toEqual(recorded.results)
  await client[Symbol.asyncDispose]()
  // It is written when the client has gone; half of it is no JSON.
  const report = async () => JSON.parse(await readFile(file, 'utf8')) as unknown
  await expect
    .poll(() => report().catch(() => null), { timeout: 10_000 })
    .toMatchObject({ matched: 6, missed: 0, unused: 0 })
  expect((await daemon.api.listReplays({})).items).toEqual([])
})

test('N9: a file is served like what it was exported from, by a home that knows nothing else', async () => {
  const file = join(daemon.home, 'turn.spillway')
  const exported = await daemon.fetch(`/api/v1/export?turn=${recorded.turn}`)
  await writeFile(file, Buffer.from(await exported.arrayBuffer()))
  const transport = stdio(process.execPath, [CLI, 'replay', file, '--stdio', '--home', daemon.home])
  const client = await rawClient(transport)
  const tools = await toolNames(client)
  const results = await agent(client)
  await client[Symbol.asyncDispose]()
  expect(tools).toEqual(recorded.tools)
  expect(results).toEqual(recorded.results)
})

test('N9: `spillway replay` says where it serves, and what became of it when it ends', async () => {
  const child = startCli(daemon.home, ['replay', recorded.turn, '--json'])
  if (!child.stdout) throw new Error('no pipe')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ready = z
    .looseObject({ url: z.string(), token: z.string() })
    .parse(JSON.parse((await lines.next()).value ?? ''))
  expect(await agent(await replayClient(ready))).toEqual(recorded.results)
  child.kill('SIGINT')
  expect(JSON.parse((await lines.next()).value ?? '')).toMatchObject({ matched: 6, calls: 6 })
})
