import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { apiClient, type ApiClient } from '../../src/main/client/api.ts'
import { findDaemon, type DaemonAddress } from '../../src/main/client/discover.ts'
import { createHome, serve, type TestHome } from './cli-process.ts'

const FILESYSTEM = join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js',
)

const RAW = join(import.meta.dirname, '../fixtures/upstreams/raw.mjs')

let at: TestHome
let folder: string
let daemon: DaemonAddress
let api: ApiClient
let agent: Agent

const big = Array.from({ length: 2_000 }, (_, i) => `line ${i + 1}: größe ${i * 31}`).join('\n')
const data = JSON.stringify({
  items: Array.from({ length: 500 }, (_, id) => ({
    id,
    title: `thing ${id}`,
    big: 12345678901234567890n.toString(),
  })),
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spillway-refs-'))
  await writeFile(join(folder, 'big.txt'), big)
  await writeFile(join(folder, 'data.json'), data)
  at = await createHome({
    mcpServers: {
      fs: { command: process.execPath, args: [FILESYSTEM, folder] },
      raw: { command: process.execPath, args: [RAW, '--list-all'] },
    },
  })
  await serve(at.home)
  const found = await findDaemon(at.home)
  if (!found) throw new Error('the daemon cannot be found')
  daemon = found
  api = apiClient(daemon)
  agent = await connect()
})
afterAll(async () => {
  await agent.close()
  await at[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

interface Agent {
  call(
    name: string,
    args?: Record<string, unknown>,
  ): Promise<{ text: string; isError: boolean; meta: Record<string, unknown> }>
  raw(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>>
  tools(): Promise<{ name: string; inputSchema: unknown }[]>
  close(): Promise<void>
}

async function connect(token = daemon.token, headers: Record<string, string> = {}): Promise<Agent> {
  const client = new Client({ name: 'notes', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${token}`, ...headers } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', daemon.url), { requestInit }))
  return {
    async call(name, args = {}) {
      const { content, isError, _meta } = await client.callTool({ name, arguments: args })
      const { text } = z.object({ text: z.string() }).parse(content[0])
      return { text, isError: isError ?? false, meta: _meta ?? {} }
    },
    raw: (name, args) => client.callTool({ name, arguments: args }),
    tools: async () => (await client.listTools()).tools,
    close: () => client.close(),
  }
}

const file = (name: string) => readFile(join(folder, name), 'utf8')

describe('notes', () => {
  test('B1 P4 P6 P8: write, read, overwrite, edit and delete by name', async () => {
    await agent.call('scratchpad_write', { name: 'plan', content: 'first\nsecond\nsecond' })
    expect((await agent.call('scratchpad_read', { name: 'plan' })).text).toBe('first\nsecond\nsecond')
    await agent.call('scratchpad_edit', { name: 'plan', old_string: 'first', new_string: 'FIRST' })
    const ambiguous = await agent.call('scratchpad_edit', {
      name: 'plan',
      old_string: 'second',
      new_string: 'x',
    })
    expect(ambiguous).toMatchObject({ isError: true })
    expect(ambiguous.text).toContain('2 times')
    const missing = await agent.call('scratchpad_edit', {
      name: 'plan',
      old_string: 'third',
      new_string: 'x',
    })
    expect(missing).toMatchObject({ isError: true })
    const both = await agent.call('scratchpad_edit', {
      name: 'plan',
      content: 'a',
      old_string: 'b',
      new_string: 'c',
    })
    expect(both).toMatchObject({ isError: true })
    await agent.call('scratchpad_edit', {
      name: 'plan',
      old_string: 'second',
      new_string: 'x',
      replace_all: true,
    })
    expect((await agent.call('scratchpad_read', { name: 'plan' })).text).toBe('FIRST\nx\nx')
    await agent.call('scratchpad_write', { name: 'plan', content: 'over' })
    expect((await agent.call('scratchpad_read', { id: 'plan' })).text).toBe('over')
    await agent.call('scratchpad_delete', { name: 'plan' })
    expect(await agent.call('scratchpad_read', { id: 'plan' })).toMatchObject({ isError: true })
  })

  test.each(['a/b', '../../etc/evil', '', 'a.b', 'x'.repeat(65), 'e_0123456789ab', 'step3', 'ü'])(
    'B2: the name %j is refused with the rule, never rewritten',
    async (name) => {
      const refused = await agent.call('scratchpad_write', { name, content: 'x' })
      expect(refused.isError).toBe(true)
      expect(refused.text).toMatch(/letters, digits|looks like/)
    },
  )

  test('B6: compare-and-set and leases keep one writer from undoing another', async () => {
    const other = await connect()
    await agent.call('scratchpad_write', { name: 'shared', content: '1', scope: 'project', ifVersion: 0 })
    expect(
      await agent.call('scratchpad_write', { name: 'shared', content: '2', scope: 'project', ifVersion: 0 }),
    ).toMatchObject({ isError: true })
    await other.call('scratchpad_write', { name: 'shared', content: '2', scope: 'project', ifVersion: 1 })
    const late = await agent.call('scratchpad_write', {
      name: 'shared',
      content: '3',
      scope: 'project',
      ifVersion: 1,
    })
    expect(late.text).toContain('version 2')
    await agent.call('scratchpad_write', { name: 'shared', content: 'mine', scope: 'project', lease: 60 })
    const leased = await other.call('scratchpad_write', {
      name: 'shared',
      content: 'theirs',
      scope: 'project',
    })
    expect(leased.text).toContain('leased')
    const deleted = await other.call('scratchpad_delete', { name: 'shared', scope: 'project' })
    expect(deleted).toMatchObject({ isError: true })
    expect(deleted.text).toContain('leased')
    expect((await other.call('scratchpad_read', { name: 'shared' })).text).toBe('mine')
    await agent.call('scratchpad_write', { name: 'shared', content: 'done', scope: 'project', lease: 0 })
    expect(
      await other.call('scratchpad_write', { name: 'shared', content: 'theirs', scope: 'project' }),
    ).toMatchObject({ isError: false })
    await other.close()
  })

  test('P9: two sessions can use one name, and a session’s notes go when it is deleted', async () => {
    const other = await connect()
    await agent.call('scratchpad_write', { name: 'mine', content: 'A' })
    await other.call('scratchpad_write', { name: 'mine', content: 'B' })
    expect((await agent.call('scratchpad_read', { name: 'mine' })).text).toBe('A')
    expect((await other.call('scratchpad_read', { name: 'mine' })).text).toBe('B')
    const { items } = await api.listEntries({ q: 'mine' })
    const session = items.find((entry) => entry.preview === 'B')?.session
    await api.deleteSession({ id: session ?? '' })
    expect(await other.call('scratchpad_read', { name: 'mine' })).toMatchObject({ isError: true })
    expect((await agent.call('scratchpad_read', { name: 'mine' })).text).toBe('A')
    await other.close()
  })

  test('B4: a person’s note for a folder is there before the agent starts, for any client that works in it', async () => {
    await api.putNote({ name: 'rules', content: 'Never push on Fridays.', project: '/work/shop' })
    const { token } = await api.createClient({ name: 'another agent' })
    const there = await connect(token, { 'spillway-project': encodeURIComponent('/work/shop') })
    expect((await there.call('scratchpad_list')).text).toContain('rules')
    expect((await there.call('scratchpad_read', { name: 'rules' })).text).toBe('Never push on Fridays.')
    const elsewhere = await connect(token, { 'spillway-project': encodeURIComponent('/work/other') })
    expect(await elsewhere.call('scratchpad_read', { name: 'rules' })).toMatchObject({ isError: true })
    const edited = await there.call('scratchpad_edit', { name: 'rules', old_string: 'Never', new_string: '' })
    expect(edited.text).toContain('written by a person')
    await there.close()
    await elsewhere.close()
  })

  test('B6: a misspelt ifVersion over HTTP overwrites nothing', async () => {
    const put = (body: object) =>
      fetch(new URL('/api/v1/notes/guarded', daemon.url), {
        method: 'PUT',
        headers: { authorization: `Bearer ${daemon.token}` },
        body: JSON.stringify(body),
      })
    expect((await put({ content: 'kept', ifVersion: 0 })).status).toBe(200)
    expect((await put({ content: 'lost', ifversion: 0 })).status).toBe(400)
    expect((await api.getNote({ name: 'guarded' })).content).toBe('kept')
  })
})

describe('saving by parameter', () => {
  test('P2: any tool stores its result under a name, whatever its size', async () => {
    const tools = await agent.tools()
    const tool = z
      .object({ inputSchema: z.object({ properties: z.record(z.string(), z.unknown()) }) })
      .parse(tools.find(({ name }) => name === 'fs__list_directory'))
    expect(tool.inputSchema.properties['scratchpad']).toEqual({ type: 'string' })
    const saved = await agent.call('fs__list_directory', { path: folder, scratchpad: 'listing' })
    expect(saved.text).toContain('listing')
    expect(saved.meta['spillway/entry']).toMatchObject({ name: 'listing' })
    expect((await agent.call('scratchpad_read', { name: 'listing' })).text).toContain('[FILE] big.txt')
    await agent.call('fs__read_text_file', { path: join(folder, 'big.txt'), scratchpad: 'listing' })
    expect(
      (await agent.call('scratchpad_read', { name: 'listing', mode: 'lines', start: 1, end: 2 })).text,
    ).toBe(`${big.split('\n')[0]}\n`)
  })

  test('P2 N3: a pin holds what is saved under the name after it, too', async () => {
    const first = await agent.call('fs__list_directory', { path: folder, scratchpad: 'pinned' })
    const { id } = z.object({ id: z.string() }).parse(first.meta['spillway/entry'])
    await api.updateEntry({ id, pinned: true })
    const second = await agent.call('fs__list_directory', { path: folder, scratchpad: 'pinned' })
    const next = z.object({ id: z.string() }).parse(second.meta['spillway/entry'])
    expect(await api.getEntry(next)).toMatchObject({ pinned: true, version: 2, expiresAt: null })
  })

  test('P2: what a name is not for goes by the policy: nothing large comes into the context beside it', async () => {
    const rows = Array.from({ length: 900 }, (_, i) => ({ id: i, value: `value ${i}` }))
    const result = {
      content: [
        { type: 'text', text: 'found 900 rows' },
        {
          type: 'resource',
          resource: {
            uri: 'x:rows',
            mimeType: 'text/csv',
            blob: Buffer.alloc(60_000, 'a,b\n').toString('base64'),
          },
        },
      ],
      structuredContent: { rows },
    }
    const saved = await agent.raw('raw__give', { result, scratchpad: 'found' })
    expect(saved['structuredContent']).toBeUndefined()
    expect(JSON.stringify(saved).length).toBeLessThan(6_000)
    expect(saved).toMatchObject({ _meta: { 'spillway/entry': { name: 'found' } } })
    expect((await agent.call('scratchpad_read', { id: 'found' })).text).toBe('found 900 rows')
    await agent.call('fs__write_file', {
      path: join(folder, 'row.txt'),
      content: '{{scratchpad:found.rows[7].value}} {{scratchpad:give_1|range:0,3}}',
    })
    expect(await file('row.txt')).toBe('value 7 a,b')
  })
})

describe('references in arguments', () => {
  test('M6 N1: a file fetched in one step is written in the next with its real bytes', async () => {
    const fetched = await agent.call('fs__read_text_file', { path: join(folder, 'big.txt') })
    const step = z.number().parse(fetched.meta['spillway/step'])
    const { id } = z.object({ id: z.string() }).parse(fetched.meta['spillway/entry'])
    const write = (name: string, content: string) =>
      agent.call('fs__write_file', { path: join(folder, name), content })
    expect(await write('a.txt', `{{step${step}.content}}`)).toMatchObject({ isError: false })
    expect(await file('a.txt')).toBe(big)
    await write('b.txt', `before {{scratchpad:${id}|lines:10,12}} after {{other}} \\{{step1.content}}`)
    expect(await file('b.txt')).toBe(
      `before ${big.split('\n').slice(9, 11).join('\n')}\n after {{other}} {{step1.content}}`,
    )
    await write('c.txt', `{{scratchpad:${id}|range:0,8}}`)
    expect(await file('c.txt')).toBe(Array.from(big).slice(0, 8).join(''))
  })

  test('M6: a path goes into the parsed content, and what was put in is never scanned again', async () => {
    const fetched = await agent.call('fs__read_text_file', {
      path: join(folder, 'data.json'),
      scratchpad: 'data',
    })
    expect(fetched.isError).toBe(false)
    await agent.call('fs__write_file', {
      path: join(folder, 'd.txt'),
      content: '{{scratchpad:data.items[3].title}}',
    })
    expect(await file('d.txt')).toBe('thing 3')
    await agent.call('scratchpad_write', { name: 'evil', content: '{{scratchpad:data.items[3].title}}' })
    await agent.call('fs__write_file', { path: join(folder, 'e.txt'), content: '{{scratchpad:evil}}' })
    expect(await file('e.txt')).toBe('{{scratchpad:data.items[3].title}}')
  })

  test('M6: a path finds what is only in the text where the structured content wraps it, and is cut by a slice', async () => {
    const fetched = await agent.call('fs__read_text_file', { path: join(folder, 'data.json') })
    const step = z.number().parse(fetched.meta['spillway/step'])
    const { id } = z.object({ id: z.string() }).parse(fetched.meta['spillway/entry'])
    const write = async (content: string) => {
      const { text, isError } = await agent.call('fs__write_file', { path: join(folder, 'p.txt'), content })
      return isError ? text : file('p.txt')
    }
    expect(await write(`{{step${step}.items[3].title}}`)).toBe('thing 3')
    expect(await write(`{{step${step}.items[3].title|range:0,5}}`)).toBe('thing')
    expect(await write(`{{scratchpad:${id}.items[3].title|range:-1}}`)).toBe('3')
    expect(await write(`{{step${step}|range:-3,-1}}`)).toBe(data.slice(-3, -1))
    expect(await write(`{{step${step}|lines:0,2}}`)).toContain('Lines count from 1')
    for (const inherited of ['constructor', '__proto__', 'items.length'])
      expect(await write(`{{step${step}.${inherited}}}`)).toContain('there is no')
  })

  test('what begins as a reference and is none is refused by name; other braces pass', async () => {
    const path = join(folder, 'malformed.txt')
    for (const malformed of ['{{scratchpad:data|chars:1,2}}', '{{scratchpad: data}}', '{{step1.a..b}}']) {
      const refused = await agent.call('fs__write_file', { path, content: `x ${malformed}` })
      expect(refused).toMatchObject({ isError: true })
      expect(refused.text).toContain(malformed)
    }
    await expect(readFile(path)).rejects.toThrow('ENOENT')
    const template = '{{step1_title}} {{ step1.content }} {{stepX}} \\{{foo}}'
    await agent.call('fs__write_file', { path, content: template })
    expect(await readFile(path, 'utf8')).toBe(template)
  })

  test('an unknown reference is an error that names it, and nothing is sent upstream', async () => {
    const path = join(folder, 'never.txt')
    const refused = await agent.call('fs__write_file', { path, content: '{{scratchpad:nothing-here}}' })
    expect(refused.isError).toBe(true)
    expect(refused.text).toContain('{{scratchpad:nothing-here}}')
    await expect(readFile(path)).rejects.toThrow('ENOENT')
    const events = await api.listEvents({ after: 0, limit: 1000 })
    expect(events.items.some((event) => event.type === 'reference.resolved')).toBe(true)
  })

  test('what is too large is refused and never cut', async () => {
    const session = await api.createSession({})
    const response = await fetch(new URL(`/api/v1/offload?tool=large&session=${session.id}`, daemon.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${daemon.token}`, 'content-type': 'application/octet-stream' },
      body: Buffer.alloc(65 * 1024 * 1024, 'a line of it\n'),
    })
    const { id } = z.object({ entry: z.object({ id: z.string() }) }).parse(await response.json()).entry
    const resolve = (what: string) =>
      api.resolve({ session: session.id, value: `{{scratchpad:${id}${what}}}` })
    for (const what of ['', '.path', '|range:0', '|lines:1', '|lines:1,9000000'])
      await expect(resolve(what)).rejects.toMatchObject({ code: 'too_large' })
    expect((await resolve('|lines:4000000,4000002')).value).toBe('a line of it\na line of it\n')
  })

  test('N1: POST /resolve does the same for programs that call their tools themselves', async () => {
    const session = await api.createSession({})
    const stored = await api.offload({ tool: 'fetch', content: big, session: session.id })
    const { value, resolved } = await api.resolve({
      session: session.id,
      value: { body: `<{{scratchpad:${stored.entry?.id}}}>`, n: 1, step: '{{step1.content}}' },
    })
    expect(value).toEqual({ body: `<${big}>`, n: 1, step: big })
    expect(resolved).toHaveLength(2)
    const { lastSeq } = await api.listEvents({ after: 0, limit: 1 })
    const { items } = await api.listEvents({ after: lastSeq - 1, limit: 1 })
    expect(items).toMatchObject([
      { type: 'reference.resolved', session: session.id, step: null, data: { tool: null, resolved } },
    ])
  })
})
