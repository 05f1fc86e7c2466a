import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperationInput } from '../../src/shared/contract.ts'
import type { Event, EventType } from '../../src/shared/event.ts'
import { createHome, type TestHome } from './cli-process.ts'
import { type RunningDaemon, startDaemon } from './running-daemon.ts'

/** Says what it was given; for a tool called `sum_slow` it starts a child that goes on writing, and neither ends. */
const SUMMARY_COMMAND = `
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
const { entry, content } = JSON.parse(await text(process.stdin))
if (entry.tool === 'sum_slow') {
  spawn(process.execPath, ['-e', 'setInterval(() => fs.appendFileSync(process.argv[1], "."), 20)', process.argv[2]])
  setInterval(() => {}, 1000)
} else if (entry.tool === 'sum_bad') {
  console.error('no model')
  process.exit(3)
} else console.log('It has ' + content.split('\\n').length + ' lines of ' + entry.tool + '. ' + 'x'.repeat(3000))
`

let at: TestHome
let daemon: RunningDaemon
let beatFile: string

beforeAll(async () => {
  at = await createHome()
  beatFile = join(at.home, 'beats')
  const script = join(at.home, 'summary.mjs')
  await writeFile(script, SUMMARY_COMMAND)
  const config = {
    server: { port: 0 },
    policy: { hideToolsUntilOffload: true, tools: { quick: { ttlSeconds: 60 } } },
    retention: { maxBytes: 200_000, hardMaxBytes: 300_000, kinds: { csv: 120, binary: 5_000 } },
    summary: {
      command: [process.execPath, script, beatFile],
      minBytes: 5_000,
      tools: 'sum_*',
      timeoutSeconds: 3,
    },
  }
  await writeFile(join(at.home, 'config.json'), JSON.stringify(config))
  daemon = await startDaemon(at.home)
})
afterAll(async () => {
  await at[Symbol.asyncDispose]()
})

async function store(input: Omit<OperationInput<'offload'>, 'contentBase64'>) {
  const { entry } = await daemon.api.offload({ force: true, ...input })
  if (!entry) throw new Error('nothing was stored')
  return entry
}
const lifeOf = (entry: { createdAt: string; expiresAt: string | null }) =>
  Math.round((Date.parse(entry.expiresAt ?? '') - Date.parse(entry.createdAt)) / 1000)
const csv = ['a,b,c', ...Array.from({ length: 300 }, (_, i) => `${i},${i * 2},x${i}`)].join('\n')
const plain = Array.from({ length: 300 }, (_, i) => `some words on line ${i}`).join('\n')

async function eventually(type: EventType, entry: string): Promise<Event> {
  for (let i = 0; i < 200; i++) {
    const { items } = await daemon.api.listEvents({ limit: 1_000 })
    const found = items.find((event) => event.type === type && event.entry === entry)
    if (found) return found
    await sleep(50)
  }
  throw new Error(`no ${type} for ${entry}`)
}

test('A13 M12: life by what the caller asks, else by tool, else by kind of content, else by tier', async () => {
  expect(lifeOf(await store({ tool: 'quick', content: csv, ttlSeconds: 30 }))).toBe(30)
  expect(lifeOf(await store({ tool: 'quick', content: csv }))).toBe(60)
  expect(lifeOf(await store({ tool: 'table', content: csv }))).toBe(120)
  expect(lifeOf(await store({ tool: 'text', content: plain }))).toBe(86_400)
})

test('A13 M12: large entries are compressed, and a cache is warmed by storing before anyone asks', async () => {
  const log = Array.from({ length: 5_000 }, (_, i) => `INFO request ${i} served in ${i % 7} ms`).join('\n')
  const before = await daemon.api.stats({})
  const { id } = await store({ tool: 'text', content: log })
  const after = await daemon.api.stats({})
  expect(after.bytesStored - before.bytesStored).toBeLessThan(log.length / 3)
  const { id: session } = await daemon.api.createSession({})
  const { entry } = await daemon.api.offload({ tool: 'text', content: log, session })
  expect((await daemon.api.stats({})).bytesStored).toBe(after.bytesStored)
  expect(entry?.id).not.toBe(id)
  expect((await daemon.api.readEntry({ id, mode: 'tail', n: 4 })).text).toBe('1 ms')
})

test('M8 N3: reading starts the life of an entry anew, and a pin ends its end', async () => {
  const { id } = await store({ tool: 'text', content: csv, ttlSeconds: 3 })
  for (let i = 0; i < 3; i++) {
    await sleep(1_200)
    await daemon.api.readEntry({ id, n: 10 })
  }
  await daemon.api.updateEntry({ id, pinned: true })
  await sleep(3_200)
  expect(await daemon.api.getEntry({ id })).toMatchObject({ tier: 'pinned', expiresAt: null })
  expect((await daemon.api.readEntry({ id, n: 5 })).text).toBe('a,b,c')
})

test('P9 A6: what a session stored goes with it; another session may use the same name', async () => {
  const [one, other] = [await daemon.api.createSession({}), await daemon.api.createSession({})]
  const mine = await store({ tool: 'text', content: plain, name: 'result', session: one.id })
  const theirs = await store({ tool: 'text', content: csv, name: 'result', session: other.id })
  await daemon.api.updateEntry({ id: mine.id, pinned: true })
  const gone = await daemon.api.deleteSession({ id: one.id })
  expect(gone.ids).toEqual([mine.id])
  await expect(daemon.api.readEntry({ id: mine.id })).rejects.toMatchObject({ code: 'expired' })
  expect((await daemon.api.readEntry({ id: theirs.id, mode: 'full' })).text).toBe(csv)
})

test('M12: a summary by the user’s own command comes after the reference, beside the entry, in the event and in the list', async () => {
  const { id, summary } = await store({ tool: 'sum_lines', content: plain })
  expect(summary).toBeNull()
  const { data } = await eventually('entry.summarised', id)
  expect(data['summary']).toMatch(/^It has 300 lines of sum_lines\. x+$/)
  expect(String(data['summary'])).toHaveLength(2_000)
  expect((await daemon.api.getEntry({ id })).summary).toBe(data['summary'])
  const { items } = await daemon.api.listEntries({ tool: 'sum_lines' })
  expect(items[0]?.summary).toBe(data['summary'])
})

test('M12: a summary that fails says why, and one that takes too long is ended with all that it started', async () => {
  const bad = await store({ tool: 'sum_bad', content: plain })
  expect((await eventually('entry.summarised', bad.id)).data['error']).toContain('ended with 3: no model')
  const slow = await store({ tool: 'sum_slow', content: plain })
  expect((await eventually('entry.summarised', slow.id)).data['error']).toBe('no answer within 3 s')
  await sleep(100)
  const written = await readFile(beatFile, 'utf8')
  expect(written).not.toBe('')
  await sleep(500)
  expect(await readFile(beatFile, 'utf8')).toBe(written)
  expect((await daemon.api.getEntry({ id: slow.id })).summary).toBeNull()
})

async function connect(mode: 'auto' | 'legacy' = 'legacy') {
  const client = new Client({ name: 'hidden', version: '1' }, { versionNegotiation: { mode } })
  let changes = 0
  client.setNotificationHandler('notifications/tools/list_changed', () => void changes++)
  const requestInit = { headers: { authorization: `Bearer ${daemon.token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', daemon.url), { requestInit }))
  const names = async () => (await client.listTools()).tools.map(({ name }) => name)
  return { client, names, changes: () => changes }
}

test('M10: the read tool appears once the session has an entry, and the client is told', async () => {
  const { client, names, changes } = await connect()
  expect(await names()).toEqual(['scratchpad_write'])
  await sleep(300)
  await client.callTool({ name: 'scratchpad_write', arguments: { name: 'plan', content: 'first' } })
  for (let i = 0; i < 100 && changes() === 0; i++) await sleep(20)
  expect(changes()).toBe(1)
  expect(await names()).toContain('scratchpad_read')
  await client.callTool({ name: 'scratchpad_delete', arguments: { name: 'plan' } })
  for (let i = 0; i < 100 && changes() === 1; i++) await sleep(20)
  expect(await names()).toEqual(['scratchpad_write'])
  await client.close()
})

test('N3 N11: over the cap the least recently used goes; over the hard cap, full of pins, new content is delivered whole', async () => {
  const big = () => randomBytes(90_000).toString('base64')
  // Each in a session of its own: a turn guards its entries while a call is in flight.
  const offload = async (contentBase64: string) => {
    const { id: session } = await daemon.api.createSession({})
    return daemon.api.offload({ tool: 'noise', contentBase64, force: true, session })
  }
  const ids = []
  for (let i = 0; i < 6; i++) ids.push((await offload(big())).entry?.id ?? '')
  expect(ids.every((id) => id !== '')).toBe(true)
  await expect(daemon.api.readEntry({ id: ids[0] ?? '' })).rejects.toMatchObject({ code: 'expired' })
  const left = await daemon.api.listEntries({ tool: 'noise' })
  for (const { id } of left.items) await daemon.api.updateEntry({ id, pinned: true })
  let refused = null
  for (let i = 0; i < 4 && !refused; i++) {
    const content = big()
    const { offloaded, text, entry } = await offload(content)
    if (entry) await daemon.api.updateEntry({ id: entry.id, pinned: true })
    if (!offloaded) refused = { text, content }
  }
  expect(refused?.text).toBe(refused?.content)
  expect((await daemon.api.stats({})).bytesStored).toBeLessThanOrEqual(300_000)
  const { items } = await daemon.api.listEvents({ limit: 1_000 })
  const failed = items.findLast(({ type }) => type === 'call.failopen')
  expect(failed?.data['reason']).toContain('hard cap of 300000')
  const body = randomBytes(90_000)
  const streamed = await daemon.fetch('/api/v1/offload?tool=noise&force=true', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body,
  })
  expect(streamed.status).toBe(507)
  expect((await daemon.api.prune({ maxBytes: 0 })).ids).not.toEqual(
    expect.arrayContaining(left.items.map(({ id }) => id)),
  )
})

test('M8 M10: under turn isolation an entry lives an hour, and the read tool comes and goes with the turn', async () => {
  const { config } = await daemon.api.getConfig({})
  await daemon.api.putConfig({
    config: { ...config, policy: { preset: 'metnos', hideToolsUntilOffload: true }, retention: {} },
  })
  const { client, names, changes } = await connect()
  const { items } = await daemon.api.listSessions({ limit: 1 })
  const session = items[0]?.id ?? ''
  await daemon.api.startTurn({ session })
  expect(await names()).toEqual(['scratchpad_write'])
  const entry = await store({ tool: 'text', content: plain, session })
  expect(entry.tier).toBe('turn')
  expect(lifeOf(entry)).toBe(3_600)
  for (let i = 0; i < 100 && changes() === 0; i++) await sleep(20)
  expect(await names()).toContain('scratchpad_read')
  const listed = async () => (await client.listResources()).resources.map(({ uri }) => uri)
  expect(await listed()).toContain(`spillway://entry/${entry.id}`)
  await daemon.api.startTurn({ session })
  expect(await listed()).not.toContain(`spillway://entry/${entry.id}`)
  for (let i = 0; i < 100 && changes() === 1; i++) await sleep(20)
  expect(changes()).toBe(2)
  expect(await names()).toEqual(['scratchpad_write'])
  await client.close()
  const stateless = await connect('auto')
  expect(await stateless.names()).toContain('scratchpad_read')
  await stateless.client.close()
})
