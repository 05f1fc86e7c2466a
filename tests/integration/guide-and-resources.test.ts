import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { findDaemon, type DaemonAddress } from '../../src/main/client/discover.ts'
import { createHome, serve, type TestHome } from './cli-process.ts'

const EVERYTHING = join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
)

let at: TestHome
let daemon: DaemonAddress
beforeAll(async () => {
  at = await createHome({ mcpServers: { ev: { command: process.execPath, args: [EVERYTHING, 'stdio'] } } })
  await serve(at.home)
  const found = await findDaemon(at.home)
  if (!found) throw new Error('the daemon cannot be found')
  daemon = found
})
afterAll(() => at[Symbol.asyncDispose]())

async function connect(versionNegotiation?: { mode: 'auto' }): Promise<Client> {
  const client = new Client({ name: 'guide', version: '1' }, versionNegotiation ? { versionNegotiation } : {})
  const requestInit = { headers: { authorization: `Bearer ${daemon.token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', daemon.url), { requestInit }))
  return client
}

test.each([undefined, { mode: 'auto' as const }])(
  'B3: instructions and the prompt scratchpad-guide teach when to use what (%j)',
  async (mode) => {
    const client = await connect(mode)
    expect(client.getInstructions()).toContain('scratchpad_read')
    await client.listTools()
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['scratchpad-guide', 'ev__simple-prompt']),
    )
    const guide = await client.getPrompt({ name: 'scratchpad-guide' })
    expect(JSON.stringify(guide.messages)).toContain('{{scratchpad:')
    const simple = await client.getPrompt({ name: 'ev__simple-prompt' })
    expect(simple.messages.length).toBeGreaterThan(0)
    await client.close()
  },
)

test('B3: all our definitions together cost at most 1,200 tokens', async () => {
  const client = await connect()
  const { tools } = await client.listTools()
  const own = tools.filter(({ name }) => name.startsWith('scratchpad_'))
  expect(own).toHaveLength(6)
  const priced = own.map(({ name, description, inputSchema }) => ({
    name,
    description,
    input_schema: inputSchema,
  }))
  const cost = encode(JSON.stringify(priced)).length
  console.log(`six tool definitions: ${cost} o200k tokens`)
  expect(cost).toBeLessThanOrEqual(1_200)
  await client.close()
})

test('P10: every scratchpad tool says that it harms nothing', async () => {
  const client = await connect()
  const { tools } = await client.listTools()
  for (const tool of tools.filter(({ name }) => name.startsWith('scratchpad_')))
    expect(tool.annotations).toMatchObject({ destructiveHint: false, openWorldHint: false })
  await client.close()
})

test('an entry is a resource of its session, and the upstreams’ own resources are there beside it', async () => {
  const client = await connect()
  await client.listTools()
  await client.callTool({ name: 'scratchpad_write', arguments: { name: 'plan', content: 'ship it' } })
  const { resources } = await client.listResources()
  const entry = resources.find(({ name }) => name === 'plan')
  const { contents } = await client.readResource({ uri: entry?.uri ?? '' })
  expect(contents[0]).toMatchObject({ text: 'ship it' })
  const other = resources.find(({ uri }) => !uri.startsWith('spillway:'))
  const read = await client.readResource({ uri: other?.uri ?? '' })
  expect(z.object({ uri: z.string() }).parse(read.contents[0]).uri).toBe(other?.uri)
  await expect(client.readResource({ uri: 'spillway://entry/e_000000000000' })).rejects.toThrow(
    'e_000000000000',
  )
  const { resourceTemplates } = await client.listResourceTemplates()
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain('spillway://entry/{id}')
  await client.close()
})

test('B1: a project with many notes is listed as far as was asked for, and says how many more there are', async () => {
  const client = await connect()
  for (let i = 1; i <= 4; i++)
    await client.callTool({
      name: 'scratchpad_write',
      arguments: { name: `rule_${i}`, content: 'x', scope: 'project' },
    })
  const { content } = await client.callTool({ name: 'scratchpad_list', arguments: { limit: 3 } })
  const { text } = z.object({ text: z.string() }).parse(content[0])
  expect(text.match(/^e_/gm)?.length).toBeLessThanOrEqual(6)
  expect(text).toContain('rule_3')
  expect(text).toContain('[1 more notes of the project: raise limit]')
  await client.close()
})

test('arguments are taken as a model means them: numbers as strings, null for nothing; others are told what there are', async () => {
  const client = await connect()
  const call = async (name: string, args: Record<string, unknown>) => {
    const { content } = await client.callTool({ name, arguments: args })
    return z.object({ text: z.string() }).parse(content[0]).text
  }
  await call('scratchpad_write', { name: 'lines', content: 'one\ntwo\nthree\n', ifVersion: '0', lease: null })
  const read = (args: object) => call('scratchpad_read', { id: 'lines', ...args })
  expect(await read({ mode: 'lines', start: '2', end: '3', pattern: null, cursor: '' })).toBe('two\n')
  expect(await read({ mode: 'grep', pattern: 'o', count: 'true' })).toBe('2')
  expect(await read({ mode: 'head', n: 'all' })).toContain('n: Invalid input: expected number')
  expect(await read({ start_line: 2 })).toMatch(/start_line.*There are .*start, end/)
  await client.close()
})
