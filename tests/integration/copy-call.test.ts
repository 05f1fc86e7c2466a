import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { filesystem, raw } from '../unit/gateway/harness.ts'
import { createHome, runCli, type TestHome } from './cli-process.ts'
import { connectMcp } from './mcp-caller.ts'
import { type RunningDaemon, startDaemon } from './running-daemon.ts'

const run = promisify(execFile)
/** Quotes, a variable, a back-quote, a line break: none of it may mean something to the shell. */
const NAME = `it's "$HOME" \`id\` 100%.txt`
const SMALL = 'small, and it’s here\n'

const reply = z.object({ result: z.looseObject({ content: z.array(z.looseObject({ text: z.string() })) }) })

describe('a recorded call is copied in a form that makes it again', () => {
  let folder: string
  let at: TestHome
  let daemon: RunningDaemon

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spillway-copy-'))
    await writeFile(join(folder, NAME), SMALL)
    at = await createHome({ mcpServers: { fs: filesystem(folder), raw: raw() } })
    daemon = await startDaemon(at.home)
  })
  afterAll(async () => {
    await at[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })

  const lastCall = async () => {
    const { items } = await daemon.api.listEvents({ before: Number.MAX_SAFE_INTEGER, limit: 50 })
    const event = items.findLast(({ type }) => type.startsWith('call.') && type !== 'call.tokens')
    return String(event?.data['call'])
  }
  const shell = async (command: string) => {
    const env = { ...process.env, SPILLWAY_TOKEN: daemon.token }
    const running = run('sh', [], { env, maxBuffer: 1e8 })
    running.child.stdin?.end(command)
    return (await running).stdout
  }
  const copy = async (id: string, as: string) => {
    const { code, stdout, stderr } = await runCli(at.home, 'call', 'show', id, '--as', as)
    if (code !== 0) throw new Error(stderr)
    return stdout
  }

  test('as curl: the same call, the same result, and no token in the text', async () => {
    await using agent = await connectMcp(daemon.url, daemon.token)
    const { text } = await agent.call('fs__read_text_file', { path: join(folder, NAME) })
    const curl = await copy(await lastCall(), 'curl')
    expect(curl).toContain('$SPILLWAY_TOKEN')
    expect(curl).not.toContain(daemon.token)
    const { result } = reply.parse(jsonIn(await shell(curl)))
    expect(result.content[0]?.text).toBe(text)
    expect(text).toBe(SMALL)
    const again = await daemon.api.getCall({ id: await lastCall() })
    expect(again).toMatchObject({ server: 'fs', arguments: { path: join(folder, NAME) } })
  })

  test('as MCP: the request with the spelling of its numbers, for the server’s own endpoint', async () => {
    const sent = '{"n":12345678901234567890,"f":1.0}'
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const params = `{"name":"raw_echo","arguments":${sent},"_meta":${JSON.stringify(meta)}}`
    const posted = await daemon.fetch('/mcp/raw', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'raw_echo',
      },
      body: `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":${params}}`,
    })
    expect(await posted.text()).toContain(sent)
    const copied = await copy(await lastCall(), 'mcp')
    expect(copied.trim()).toBe(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"raw_echo","arguments":${sent}}}`,
    )
    expect(await shell(await copy(await lastCall(), 'curl'))).toContain(sent)
  })

  test('as curl: a result that came over the HTTP API, also one that no argument could hold', async () => {
    for (const content of [
      `it's ${SMALL}`,
      `${'a line that does not end the document\n'.repeat(8_000)}SPILLWAY\n`,
    ]) {
      const first = await daemon.api.offload({ tool: 'own', arguments: { q: "it's" }, content })
      const again: unknown = JSON.parse(await shell(await copy(await lastCall(), 'curl')))
      expect(again).toMatchObject({ offloaded: first.offloaded })
      const call = await daemon.api.getCall({ id: await lastCall() })
      expect(call).toMatchObject({
        tool: 'own',
        arguments: { q: "it's" },
        rawBytes: Buffer.byteLength(content),
      })
    }
    await expect(copy(await lastCall(), 'mcp')).rejects.toThrow('came over the HTTP API')
  })

  test('what cannot be made again says why, and nobody copies another’s call', async () => {
    await daemon.api.offload({ tool: 'own', contentBase64: Buffer.from([0, 255, 1]).toString('base64') })
    const id = await lastCall()
    await expect(copy(id, 'curl')).rejects.toThrow('not text')
    const { token } = await daemon.api.createClient({ name: 'stranger' })
    const stranger = await daemon.fetch(`/api/v1/calls/${id}/copy`, { token })
    expect(stranger.status).toBe(404)
  })
})

/** The message in a reply, which may come as JSON or as an event stream. */
const jsonIn = (text: string): unknown =>
  JSON.parse(text.startsWith('{') ? text : (/^data: (\{.*)$/m.exec(text)?.[1] ?? ''))
