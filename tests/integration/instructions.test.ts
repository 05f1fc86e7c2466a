import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLI, startCli } from './cli-process.ts'
import { bridge, http, rawClient, stdio } from './raw-client.ts'
import { createDaemon } from './running-daemon.ts'

const fixture = (...flags: string[]) => ({
  command: process.execPath,
  args: [join(import.meta.dirname, '../fixtures/upstreams/raw.mjs'), ...flags],
})
const EVERYTHING = join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
)

let daemon: Awaited<ReturnType<typeof createDaemon>>
beforeAll(async () => {
  daemon = await createDaemon({
    mcpServers: {
      old: fixture(),
      off: { ...fixture(), enabled: false },
      new: fixture('--modern'),
      everything: { command: process.execPath, args: [EVERYTHING, 'stdio'] },
    },
  })
})
afterAll(() => daemon[Symbol.asyncDispose]())

const OURS = /^Large tool results are stored whole by Spillway/

test('a bridge’s greeting has what its servers say of themselves, from the first time on', async () => {
  const roots = { roots: [{ uri: 'file:///home/someone', name: 'theirs' }] }
  await using client = await rawClient(bridge(daemon.home), {
    capabilities: { roots: {} },
    answers: { 'roots/list': () => roots },
  })
  const { instructions } = client.greeting
  expect(instructions).toMatch(OURS)
  expect(instructions).toMatch(/\n\n# old\nbe odd\n\n# new\nbe modern\n\n# everything\n# Everything Server/)
  // What it asked when it started had to wait for its client.
  const listed = await client.request('tools/call', { name: 'everything__get-roots-list', arguments: {} })
  expect(JSON.stringify(listed)).toContain('file:///home/someone')
})

test('a client over HTTP hears those that have been started', async () => {
  await using all = await rawClient(http(daemon.url, '/mcp', daemon.token))
  expect(all.greeting['instructions']).toMatch(/\n\n# old\nbe odd\n\n# new\nbe modern\n\n/)
  await using one = await rawClient(http(daemon.url, '/mcp/new', daemon.token))
  expect(one.greeting['instructions']).toMatch(/\.\n\nbe modern$/)
})

test('so does the client of a wrapped server', async () => {
  const { command, args } = fixture()
  const wrapped = stdio(process.execPath, [CLI, 'wrap', '--home', daemon.home, '--', command, ...args])
  await using client = await rawClient(wrapped)
  expect(client.greeting['instructions']).toMatch(/\.\n\nbe odd$/)
})

test('messages that a client sends before it has its greeting are answered in their order', async () => {
  const child = startCli(daemon.home, ['mcp', '--server', 'old'])
  if (!child.stdin || !child.stdout) throw new Error('no pipes')
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'a script', version: '1' },
  }
  const messages = [
    { id: 1, method: 'initialize', params },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'echo', arguments: { said: 'at once' } } },
  ]
  child.stdin.end(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''))
  const replies = (await text(child.stdout)).trim().split('\n')
  expect(replies).toHaveLength(2)
  expect(replies[0]).toContain('be odd')
  expect(replies[1]).toContain('at once')
})
