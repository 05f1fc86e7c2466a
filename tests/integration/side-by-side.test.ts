import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isObject } from '../../src/main/rpc/message.ts'
import { ableClient, everything, transcribe, type Transcript } from './everything-transcript.ts'
import { bridge, http, rawClient, stdio } from './raw-client.ts'
import { createDaemon } from './running-daemon.ts'

let daemon: Awaited<ReturnType<typeof createDaemon>>
let directly: Promise<Transcript>
beforeAll(async () => {
  // Results as they are: what is replaced by references is another test's business.
  const policy = { tools: { 'everything.*': { action: 'inline' as const } } }
  daemon = await createDaemon({ mcpServers: { everything }, policy })
  directly = transcribeDirectly()
}, 60_000)
afterAll(() => daemon[Symbol.asyncDispose]())

async function transcribeDirectly(): Promise<Transcript> {
  await using client = await rawClient(stdio(everything.command, everything.args), ableClient())
  return await transcribe(client, '')
}

// Mostly waits: the server takes its time over some of its tools. Each client has an instance of its own.
describe.concurrent('server-everything behind Spillway is the same as directly', { timeout: 60_000 }, () => {
  test('over HTTP under its own names', async () => {
    await using client = await rawClient(http(daemon.url, '/mcp/everything', daemon.token), ableClient())
    same(await transcribe(client, ''), await directly)
  })

  test('over HTTP among others', async () => {
    await using client = await rawClient(http(daemon.url, '/mcp', daemon.token), ableClient())
    same(await transcribe(client, 'everything__'), await directly)
  })

  test('over the stdio bridge', async () => {
    await using client = await rawClient(bridge(daemon.home), ableClient())
    same(await transcribe(client, 'everything__'), await directly)
  })
})

test('the transcript has every tool, every prompt and every kind of request in it', async () => {
  const { exchanges, asked: questions, said } = await directly
  const outcomeOf = (what: string) => exchanges.find((one) => one.what === what)?.outcome
  const did = exchanges.map(({ what }) => what)
  for (const kind of ['tools', 'prompts'] as const)
    for (const { name } of (outcomeOf(kind) as Record<string, { name: string }[]>)[kind] ?? [])
      expect(
        did.some((what) => what.startsWith(`${kind === 'tools' ? 'call' : 'prompt'} ${name} `)),
        name,
      ).toBe(true)
  const asked = questions.map((one) => (one as { method: string }).method)
  expect(new Set(asked)).toEqual(
    new Set(['roots/list', 'sampling/createMessage', 'elicitation/create', 'tasks/get', 'tasks/result']),
  )
  expect(exchanges.filter(({ progress }) => progress.length === 4)).toHaveLength(1)
  expect(said.join()).toContain('notifications/resources/updated')
  expect(said.join()).toContain('notifications/message')
})

function same(through: Transcript, direct: Transcript): void {
  const [ours, theirs] = [plain(through), plain(direct)] as [Transcript, Transcript]
  for (const [n, exchange] of theirs.exchanges.entries()) expect(ours.exchanges[n]).toEqual(exchange)
  expect(ours).toEqual(theirs)
}

/** Without what Spillway adds (its own tools, prompts and resources, one argument, `_meta` of its own), and without times and random ids. */
function plain(value: unknown): unknown {
  if (typeof value === 'string') return steady(value)
  if (Array.isArray(value)) return value.filter((item) => !isOurs(item)).map(plain)
  if (!isObject(value)) return value
  const entries = Object.entries(value).flatMap(([key, member]) => {
    if (key === 'blob' && typeof member === 'string')
      return [[key, steady(Buffer.from(member, 'base64').toString('latin1'))]]
    if (key === 'properties' && isObject(member)) delete member['scratchpad']
    if (
      key === '_meta' &&
      isObject(member) &&
      Object.keys(member).every((one) => one.startsWith('spillway/'))
    )
      return []
    return key.startsWith('spillway/') ? [] : [[key, plain(member)]]
  })
  return Object.fromEntries(entries) as unknown
}

const isOurs = (item: unknown) =>
  isObject(item) &&
  ['name', 'uri', 'uriTemplate'].some((key) => /^(scratchpad[_-]|spillway:)/.test(String(item[key])))

const steady = (text: string) =>
  text
    .replaceAll('everything__', '')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d+:\d\d:\d\d [AP]M/g, 'TIME')
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b[0-9a-f]{32}\b/g, 'ID')
