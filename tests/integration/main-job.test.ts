import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { apiClient, type ApiClient } from '../../src/main/client/api.ts'
import { findDaemon, type DaemonAddress } from '../../src/main/client/discover.ts'
import { CLI, createHome, serve, type TestHome } from './cli-process.ts'

const FILESYSTEM = join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js',
)
const LEVELS = ['INFO', 'INFO', 'INFO', 'DEBUG', 'WARN']

let at: TestHome
let folder: string
let path: string
let log: string
let daemon: DaemonAddress
let api: ApiClient

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spillway-log-'))
  path = join(folder, 'import.log')
  const lines = Array.from({ length: 26_000 }, (_, i) => {
    const time = new Date(Date.UTC(2026, 10, 21, 2) + i * 137).toISOString()
    if (i === 17_345) return `${time} FATAL deadlock: gave up after 3 retries — größte Tabelle „Lager“ 🧊`
    return `${time} ${LEVELS[i % LEVELS.length]} batch ${i} committed rows=${(i * 7919) % 500} worker=${i % 8} größe=${i}`
  })
  log = `${lines.join('\n')}\n`
  expect(Buffer.byteLength(log)).toBeGreaterThan(2_000_000)
  await writeFile(path, log)
  at = await createHome({ mcpServers: { fs: { command: process.execPath, args: [FILESYSTEM, folder] } } })
  await serve(at.home)
  const found = await findDaemon(at.home)
  if (!found) throw new Error('the daemon cannot be found')
  daemon = found
  api = apiClient(daemon)
})
afterAll(async () => {
  await at[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const overHttp = () =>
  new StreamableHTTPClientTransport(new URL('/mcp', daemon.url), {
    requestInit: { headers: { authorization: `Bearer ${daemon.token}` } },
  })
const overStdio = () =>
  new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp', '--home', at.home],
    cwd: folder,
    stderr: 'inherit',
  })

const block = z.object({ type: z.literal('text'), text: z.string() })
const entryFacts = z.object({ id: z.string(), bytes: z.number(), omitted: z.object({ chars: z.number() }) })

describe.each([
  { way: 'Streamable HTTP, 2025-11-25', transport: overHttp, options: {}, version: '2025-11-25' },
  {
    way: 'Streamable HTTP, 2026-07-28',
    transport: overHttp,
    options: { versionNegotiation: { mode: 'auto' as const } },
    version: '2026-07-28',
  },
  { way: 'spillway mcp, 2025-11-25', transport: overStdio, options: {}, version: '2025-11-25' },
  {
    way: 'spillway mcp, 2026-07-28',
    transport: overStdio,
    options: { versionNegotiation: { mode: 'auto' as const } },
    version: '2026-07-28',
  },
])('the main job over $way', ({ transport, options, version }) => {
  test('M1 A2 A7 A8 N4: a 2 MB log comes as an honest reference, and every slice of it equals the file', async () => {
    const client = new Client({ name: 'main-job', version: '1' }, options)
    await client.connect(transport())
    try {
      expect(client.getNegotiatedProtocolVersion()).toBe(version)
      const names = (await client.listTools()).tools.map((tool) => tool.name)
      expect(names).toEqual(
        expect.arrayContaining([
          'scratchpad_read',
          'scratchpad_list',
          'fs__read_text_file',
          'fs__search_files',
        ]),
      )

      const before = await api.stats({})
      const first = await client.callTool({ name: 'fs__read_text_file', arguments: { path } })
      expect(first.content).toHaveLength(1)
      const { text } = block.parse(first.content[0])
      expect(text.length).toBeLessThan(2_000)
      const facts = entryFacts.parse(first['_meta']?.['spillway/entry'])
      expect(facts.bytes).toBe(Buffer.byteLength(log))
      expect(text).toContain(facts.id)
      expect(text).toContain(String(Buffer.byteLength(log)))
      const marker = /\[… (\d+) characters omitted …\]/.exec(text)
      if (marker) expect(Number(marker[1])).toBe(facts.omitted.chars)
      expect(text).toContain(String(facts.omitted.chars))

      const second = await client.callTool({ name: 'fs__read_text_file', arguments: { path } })
      const other = entryFacts.parse(second['_meta']?.['spillway/entry'])
      expect(other.id).not.toBe(facts.id)
      const after = await api.stats({})
      expect(after.blobs).toBe(Math.max(1, before.blobs))
      expect(after.entries - before.entries).toBe(2)

      const read = async (params: Record<string, unknown>) => {
        const result = await client.callTool({
          name: 'scratchpad_read',
          arguments: { id: facts.id, ...params },
        })
        expect(result.isError ?? false, JSON.stringify(result.content)).toBe(false)
        return block.parse(result.content[0]).text
      }
      const points = Array.from(log)
      const lines = log.split('\n')
      expect(await read({})).toBe(points.slice(0, 2_000).join(''))
      expect(await read({ mode: 'head', n: 77 })).toBe(points.slice(0, 77).join(''))
      expect(await read({ mode: 'tail', n: 501 })).toBe(points.slice(-501).join(''))
      expect(await read({ mode: 'range', start: 1_000_000, end: 1_000_333 })).toBe(
        points.slice(1_000_000, 1_000_333).join(''),
      )
      expect(await read({ mode: 'range', start: -100 })).toBe(points.slice(-100).join(''))
      expect(await read({ offset: 5, limit: 9 })).toBe(points.slice(5, 14).join(''))
      expect(await read({ mode: 'lines', start: 20_000, end: 20_050 })).toBe(
        lines
          .slice(19_999, 20_049)
          .map((line) => `${line}\n`)
          .join(''),
      )
      expect(await read({ mode: 'grep', pattern: 'FATAL|PANIC' })).toBe(`17346:${lines[17_345]}`)
      expect(await read({ mode: 'grep', pattern: 'fatal', ignoreCase: true, context: 1 })).toBe(
        `17345-${lines[17_344]}\n17346:${lines[17_345]}\n17347-${lines[17_346]}`,
      )
      expect(await read({ mode: 'grep', pattern: ' WARN ', count: true })).toBe(
        String(lines.filter((line) => line.includes(' WARN ')).length),
      )

      const listed = await client.callTool({ name: 'scratchpad_list', arguments: {} })
      expect(block.parse(listed.content[0]).text).toContain(facts.id)
    } finally {
      await client.close()
    }
  })
})

test('A10: GET content gives the file back byte for byte, and the whole by cursors too', async () => {
  const { items } = await api.listEntries({ tool: 'fs.*', limit: 1 })
  const [entry] = items
  if (!entry) throw new Error('nothing was stored')
  const response = await fetch(`${daemon.url}/api/v1/entries/${entry.id}/content`, {
    headers: { authorization: `Bearer ${daemon.token}` },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(
    createHash('sha256').update(log).digest('hex'),
  )
  expect(entry.sha256).toBe(createHash('sha256').update(log).digest('hex'))

  let read = await api.readEntry({ id: entry.id, mode: 'full' })
  const texts = [read.text]
  while (read.cursor !== undefined) {
    read = await api.readEntry({ id: entry.id, cursor: read.cursor })
    texts.push(read.text)
  }
  expect(texts.length).toBeGreaterThan(10)
  expect(texts.join('')).toBe(log)
})

test('D6 N6: the meter counts what was kept out less what was read back', async () => {
  const { tokens, calls, offloads } = await api.stats({})
  expect(calls).toBe(8)
  expect(offloads).toBe(8)
  expect(tokens.net).toBe(tokens.raw - tokens.delivered - tokens.reread)
  expect(tokens.net / tokens.raw).toBeGreaterThan(0.8)
})
