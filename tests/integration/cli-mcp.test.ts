import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { apiClient } from '../../src/main/client/api.ts'
import { findDaemon } from '../../src/main/client/discover.ts'
import { META } from '../../src/shared/names.ts'
import { CLI, createHome, endProcess, startCli } from './cli-process.ts'
import type { TestHome } from './cli-process.ts'

let at: TestHome
let folder: string
let log: string
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'spillway-files-')))
  const lines = Array.from(
    { length: 30_000 },
    (_, index) => `2026-11-21T10:00:00Z INFO request ${index} was served`,
  )
  log = `${lines.join('\n')}\n`
  await writeFile(join(folder, 'big.log'), log)
  const server = join(
    import.meta.dirname,
    '../../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js',
  )
  at = await createHome({ mcpServers: { fs: { command: process.execPath, args: [server, folder] } } })
})
afterAll(async () => {
  await at[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

describe('spillway mcp', () => {
  test('P5: an agent over stdio gets a reference to a large file and reads it in slices', async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [CLI, 'mcp', '--home', at.home],
      cwd: folder,
      stderr: 'inherit',
    })
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(transport)
    try {
      const { tools } = await client.listTools()
      const names = tools.map((tool) => tool.name)
      expect(names).toEqual(
        expect.arrayContaining(['fs__read_text_file', 'scratchpad_read', 'scratchpad_list']),
      )
      const path = join(folder, 'big.log')
      const result = await client.callTool({ name: 'fs__read_text_file', arguments: { path } })
      const block = z.object({ type: z.literal('text'), text: z.string() }).parse(result.content[0])
      expect(block.text.length).toBeLessThan(2_000)
      const { id } = z.object({ id: z.string() }).parse(result['_meta']?.[META.entry])
      const slice = await client.callTool({
        name: 'scratchpad_read',
        arguments: { id, mode: 'range', start: 1_000, end: 1_200 },
      })
      expect(slice.content[0]).toMatchObject({ type: 'text', text: log.slice(1_000, 1_200) })
    } finally {
      await client.close()
    }
  })

  test('stdout carries the protocol alone, and stdin’s end is a clean exit after the replies', async () => {
    const child = startCli(at.home, ['mcp'], { cwd: folder })
    const call = { name: 'fs__read_text_file', arguments: { path: join(folder, 'big.log') } }
    const asked = [
      initialize,
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: call },
    ]
    child.stdin?.end(asked.map((message) => `${JSON.stringify(message)}\n`).join(''))
    if (!child.stdout || !child.stderr) throw new Error('no pipes')
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    expect(stderr).toBe('')
    expect(child.exitCode).toBe(0)
    const messages = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    for (const id of [1, 2])
      expect(messages).toContainEqual(expect.objectContaining({ id, result: expect.anything() }))
    expect(messages.every((message) => message.jsonrpc === '2.0')).toBe(true)
  })

  test('--server fronts one upstream with its own tool names', async () => {
    const args = [CLI, 'mcp', '--home', at.home, '--server', 'fs']
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: folder }))
    try {
      const { tools } = await client.listTools()
      expect(tools.map((tool) => tool.name)).toContain('read_text_file')
    } finally {
      await client.close()
    }
  })

  test('B1: the project is the nearest folder with a .git, and servers start where the bridge was', async () => {
    const project = await realpath(await mkdtemp(join(tmpdir(), 'spillway-project-')))
    const below = join(project, 'packages', 'one')
    await mkdir(join(project, '.git'))
    await mkdir(below, { recursive: true })
    const program = `require('fs').writeFileSync('started-here', '')`
    const there = await createHome({
      mcpServers: { here: { command: process.execPath, args: ['-e', program] } },
    })
    const client = new Client({ name: 'test', version: '1' })
    const args = [CLI, 'mcp', '--home', there.home]
    try {
      await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: below }))
      await client.listTools()
      expect(await readdir(below)).toContain('started-here')
      const note = { name: 'plan', content: 'one', scope: 'project' }
      await client.callTool({ name: 'scratchpad_write', arguments: note })
      const daemon = await findDaemon(there.home)
      if (!daemon) throw new Error('no daemon')
      const { items } = await apiClient(daemon).listNotes({ project })
      expect(items.map(({ name }) => name)).toEqual(['plan'])
    } finally {
      await client.close()
      await there[Symbol.asyncDispose]()
      await rm(project, { recursive: true })
    }
  })

  test('a daemon that is lost is one line on stderr and exit code 1, with stdin still open', async () => {
    const child = startCli(at.home, ['mcp'], { cwd: folder })
    if (!child.stdout || !child.stderr) throw new Error('no pipes')
    const stderr = text(child.stderr)
    const closed = once(child, 'close')
    child.stdin?.write(`${JSON.stringify(initialize)}\n`)
    await once(createInterface({ input: child.stdout }), 'line')
    const daemon = await findDaemon(at.home)
    if (!daemon) throw new Error('no daemon')
    await endProcess(daemon.pid, 'SIGKILL')
    await closed
    expect(child.exitCode).toBe(1)
    expect(await stderr).toMatch(/^spillway: The connection to the daemon was lost: .*\n$/)
  })
})
