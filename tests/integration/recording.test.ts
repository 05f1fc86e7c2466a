import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startCli } from './cli-process.ts'
import { createDaemon } from './running-daemon.ts'
import { waysIn } from './ways-in.ts'

const RAW = new URL('../fixtures/upstreams/raw.mjs', import.meta.url).pathname
const LARGE = Array.from({ length: 2_000 }, (_, line) => `${line} of a long answer`).join('\n')

let daemon: Awaited<ReturnType<typeof createDaemon>>
beforeAll(async () => {
  daemon = await createDaemon({
    mcpServers: { raw: { command: process.execPath, args: [RAW, '--list-all'] } },
    policy: { tools: { 'raw.progress': { record: false } } },
  })
})
afterAll(() => daemon[Symbol.asyncDispose]())

const ways = waysIn(() => daemon)

const lastSession = async () => {
  const { items } = await daemon.api.listSessions({ limit: 1 })
  return daemon.api.getSession({ id: items[0]?.id ?? '' })
}
const callsOf = async (turn: string | undefined) => {
  const { callList } = await daemon.api.getTurn({ id: turn ?? '' })
  return Promise.all(callList.map(({ id }) => daemon.api.getCall({ id })))
}
const marked = z.object({ _meta: z.object({ 'spillway/entry': z.object({ id: z.string() }) }) })
const said = z.looseObject({ text: z.string() })
const say = (what: object) => ({ content: [{ type: 'text', text: JSON.stringify(what) }] })

const textIn = (result: unknown) => z.object({ content: z.tuple([said]) }).parse(result).content[0].text

describe('D8: every way in is recorded whole', () => {
  for (const [way, transport] of Object.entries(ways))
    for (const era of ['legacy', 'modern'])
      test(`${way}, ${era}`, async () => {
        const mode = era === 'modern' ? { pin: '2026-07-28' } : ('legacy' as const)
        const client = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode } })
        await client.connect(transport())
        const call = (name: string, args: object, meta = {}) =>
          client.callTool({ name, arguments: args as Record<string, unknown>, _meta: meta })
        await call('raw__echo', { n: 1 }, { 'claudecode/toolUseId': 'toolu_1' })
        const large = await call('raw__large', { bytes: 20_000 })
        await call('raw__echo', { all: '{{step2.content}}', scratchpad: 'kept' })
        await call('raw__tool_error', {})
        await expect(call('raw__fail', { why: 'so' })).rejects.toThrow('odd failure')
        await call('raw__progress', {})
        const entry = marked.parse(large)['_meta']['spillway/entry'].id
        await call('scratchpad_read', { id: entry, mode: 'head', n: 100 })
        await client.close()

        const { turnList, transport: by } = await lastSession()
        expect(by).toBe(way === 'the stdio bridge' ? 'bridge' : era === 'modern' ? 'stateless' : 'http')
        const [small, offloaded, resolved, broke, failed, ...others] = await callsOf(turnList[0]?.id)
        // What is left out by its rule is an event and no call.
        expect(others).toEqual([])
        expect(small).toMatchObject({
          step: 1,
          server: 'raw',
          tool: 'echo',
          arguments: { n: 1 },
          resolvedArguments: null,
          result: say({ n: 1 }),
          offloaded: false,
          clientCall: 'toolu_1',
        })
        expect(offloaded).toMatchObject({ step: 2, offloaded: true, entries: [entry], rawBytes: 20_000 })
        const whole = textIn(offloaded?.result)
        expect(whole).toHaveLength(20_000)
        // Byte for byte what the agent got.
        expect(offloaded?.delivered).toMatchObject({ content: large.content })
        expect(resolved?.arguments).toEqual({ all: '{{step2.content}}', scratchpad: 'kept' })
        expect(resolved?.resolvedArguments).toEqual({ all: whole })
        expect(broke).toMatchObject({ step: 4, isError: true, error: null, result: { isError: true } })
        expect(failed).toMatchObject({
          step: 5,
          isError: true,
          arguments: { why: 'so' },
          result: null,
          error: { code: -32_042, message: 'odd failure' },
        })
        expect([small, offloaded, failed].every((one) => (one?.durationMs ?? 0) > 0)).toBe(true)
        await expect
          .poll(async () => (await callsOf(turnList[0]?.id)).map(({ tokensRaw }) => tokensRaw))
          .not.toContain(null)
        const { reads } = await daemon.api.getEntry({ id: entry })
        expect(reads).toMatchObject([{ turn: turnList[0]?.id, mode: 'head', spans: [[0, 100]] }])
      })

  test('the HTTP API', async () => {
    const { id: session } = await daemon.api.createSession({})
    const common = { session, tool: 'make', arguments: { target: 'all' } }
    await daemon.api.offload({ ...common, content: 'done', call: 'call-7' })
    const { entry } = await daemon.api.offload({ ...common, content: LARGE })
    const { turnList } = await lastSession()
    const [small, large] = await callsOf(turnList[0]?.id)
    expect(small).toMatchObject({
      server: null,
      tool: 'make',
      arguments: { target: 'all' },
      result: { content: [{ text: 'done' }] },
      clientCall: 'call-7',
    })
    expect(large).toMatchObject({ entries: [entry?.id], result: { content: [{ text: LARGE }] } })
  })

  test('a hook', async () => {
    const child = startCli(daemon.home, ['hook'])
    if (!child.stdin || !child.stdout) throw new Error('no pipes')
    child.stdin.end(
      JSON.stringify({
        session_id: 'a-session-of-claude-code',
        cwd: import.meta.dirname,
        hook_event_name: 'PostToolUse',
        tool_name: 'Bash',
        tool_use_id: 'toolu_hook',
        tool_input: { command: 'npm test' },
        tool_response: { stdout: LARGE, stderr: '', interrupted: false, isImage: false },
      }),
    )
    await Promise.all([text(child.stdout), once(child, 'close')])
    const { turnList } = await lastSession()
    expect(await callsOf(turnList[0]?.id)).toMatchObject([
      {
        tool: 'Bash',
        arguments: { command: 'npm test' },
        result: { content: [{ text: LARGE }] },
        clientCall: 'toolu_hook',
      },
    ])
  })
})

test('what a reference brought into the arguments is not stored a second time', async () => {
  const { id: session } = await daemon.api.createSession({})
  const unique = `${session}\n${LARGE}`
  await daemon.api.offload({ session, tool: 'make', content: unique })
  const { bytesStored } = await daemon.api.stats({})
  const client = new Client(
    { name: 'agent', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', daemon.url), {
      requestInit: { headers: { authorization: `Bearer ${daemon.token}`, 'spillway-session': session } },
    }),
  )
  await client.callTool({ name: 'raw__tool_error', arguments: { all: '{{step1.content}}' } })
  await client.close()
  const { turnList } = await daemon.api.getSession({ id: session })
  const [, called] = await callsOf(turnList[0]?.id)
  expect(called?.resolvedArguments).toEqual({ all: unique })
  expect((await daemon.api.stats({})).bytesStored).toBe(bytesStored)
})

test('an error answer is redacted before it is written down', async () => {
  await using careful = await createDaemon({
    mcpServers: { raw: { command: process.execPath, args: [RAW, '--list-all'] } },
    redaction: { rules: [{ name: 'word', pattern: 'odd|retryAfter' }] },
  })
  const client = new Client({ name: 'agent', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', careful.url), {
      requestInit: { headers: { authorization: `Bearer ${careful.token}` } },
    }),
  )
  await expect(client.callTool({ name: 'raw__fail', arguments: {} })).rejects.toThrow('odd failure')
  await client.close()
  const { items } = await careful.api.listTurns({})
  const { callList } = await careful.api.getTurn({ id: items[0]?.id ?? '' })
  const { error } = await careful.api.getCall({ id: callList[0]?.id ?? '' })
  expect(JSON.stringify(error)).toContain('failure')
  expect(JSON.stringify(error)).not.toContain('odd')
})

test('nothing is recorded while recording is off', async () => {
  const { text: config } = await daemon.api.getConfig({})
  await daemon.api.editConfig({ changes: [{ path: ['recording', 'enabled'], value: false }] })
  const { id: session } = await daemon.api.createSession({})
  await daemon.api.offload({ session, tool: 'make', content: 'unseen' })
  const { entry } = await daemon.api.offload({ session, tool: 'make', content: LARGE })
  await daemon.api.editConfig({ changes: [{ path: ['recording', 'enabled'], value: undefined }] })
  expect(config).not.toContain('enabled')
  const { turnList } = await daemon.api.getSession({ id: session })
  expect(await callsOf(turnList[0]?.id)).toEqual([])
  expect(entry).toBeDefined()
})
