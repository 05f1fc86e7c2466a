import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { apiClient } from '../../src/main/client/api.ts'
import type { ApiClient } from '../../src/main/client/api.ts'
import { openBridge } from '../../src/main/client/bridge.ts'
import type { DaemonAddress } from '../../src/main/client/discover.ts'
import { ensureDaemon } from '../../src/main/client/start.ts'
import { nameAfter } from '../../src/main/cli/commands/wrap.ts'
import { META } from '../../src/shared/names.ts'
import { CLI, createHome } from './cli-process.ts'
import type { TestHome } from './cli-process.ts'

const FILESYSTEM = join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js',
)
const EVERYTHING = join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
)

let at: TestHome
let daemon: DaemonAddress
let api: ApiClient
let folder: string
let log: string
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'spillway-wrap-')))
  log = Array.from({ length: 5_000 }, (_, index) => `request ${index} was served`).join('\n')
  await writeFile(join(folder, 'big.log'), log)
  at = await createHome()
  daemon = await ensureDaemon(at.home)
  api = apiClient(daemon)
})
afterAll(async () => {
  await at[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

async function wrapped(args: string[], env: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const inherited = { PATH: process.env['PATH'] ?? '', SPILLWAY_HOME: at.home }
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'wrap', ...args],
    cwd: folder,
    env: { ...inherited, ...env },
    stderr: 'inherit',
  })
  await client.connect(transport)
  return client
}

const textOf = (content: unknown[]) => z.object({ text: z.string() }).parse(content[0]).text

describe('spillway wrap', () => {
  test('A7: one server with its own tool names, whose large results are offloaded', async () => {
    const client = await wrapped(['--', process.execPath, FILESYSTEM, folder])
    try {
      const names = (await client.listTools()).tools.map((tool) => tool.name)
      expect(names).toEqual(expect.arrayContaining(['read_text_file', 'scratchpad_read']))
      const path = join(folder, 'big.log')
      const result = await client.callTool({ name: 'read_text_file', arguments: { path } })
      expect(textOf(result.content).length).toBeLessThan(3_000)
      const { id } = z.object({ id: z.string() }).parse(result['_meta']?.[META.entry])
      const slice = { id, mode: 'range', start: 100, end: 200 }
      const read = await client.callTool({ name: 'scratchpad_read', arguments: slice })
      expect(textOf(read.content)).toBe(log.slice(100, 200))
      expect((await api.getEntry({ id })).server).toBe('server-filesystem')
      // It is this bridge's alone.
      expect((await api.listUpstreams({})).items).toEqual([])
      await expect(
        fetch(`${daemon.url}/mcp/server-filesystem`, {
          headers: { authorization: `Bearer ${daemon.token}` },
        }).then((response) => response.status),
      ).resolves.toBe(404)
    } finally {
      await client.close()
    }
  })

  test('the server has the environment and the folder of the client, and nothing of it is an argument', async () => {
    const client = await wrapped(['--name', 'every', '--', process.execPath, EVERYTHING], {
      MY_SECRET: 'hunter2 & more',
    })
    try {
      const { content } = await client.callTool({ name: 'get-env', arguments: {} })
      const env = z.record(z.string(), z.string()).parse(JSON.parse(textOf(content)))
      expect(env).toMatchObject({ MY_SECRET: 'hunter2 & more' })
      expect(env).not.toHaveProperty('SPILLWAY_HOME')
    } finally {
      await client.close()
    }
  })

  test('the server ends with its bridge', async () => {
    const program = `process.stdin.resume(); require('fs').writeFileSync('pid', String(process.pid))`
    const client = wrapped(['--', process.execPath, '-e', program]).then((it) =>
      it.listTools().then(() => it),
    )
    const pid = Number(await until(() => readFile(join(folder, 'pid'), 'utf8').catch(() => '')))
    expect(isAlive(pid)).toBe(true)
    await (await client).close()
    await until(async () => (isAlive(pid) ? '' : 'gone'))
  }, 60_000)

  test('a client’s token may not have a server started', async () => {
    const { token } = await api.createClient({ name: 'script' })
    const wrap = { name: 'x', server: { command: 'touch', args: [join(folder, 'started')] } }
    await expect(openBridge({ ...daemon, token }, { folder, wrap })).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})

test.each([
  ['npx', ['-y', '@modelcontextprotocol/server-memory@1.2', '/data'], 'server-memory'],
  ['uvx', ['mcp-server-time'], 'mcp-server-time'],
  ['uv', ['run', 'server.py'], 'server'],
  ['/usr/local/bin/pg-mcp', ['--readonly'], 'pg-mcp'],
  ['C:\\Tools\\npx.cmd', ['thing'], 'thing'],
  ['python3', ['-m', 'my_server'], 'my_server'],
])('%s %j is called %s', (command, args, name) => expect(nameAfter(command, args)).toBe(name))

async function until(found: () => Promise<string>): Promise<string> {
  for (const deadline = Date.now() + 20_000; ; await sleep(50)) {
    const value = await found()
    if (value !== '') return value
    if (Date.now() > deadline) throw new Error('it never came')
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    // No such process.
    return false
  }
}
