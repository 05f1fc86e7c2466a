import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { runCli, runJson } from './cli-process.ts'
import { connectMcp } from './mcp-caller.ts'
import { createDaemon, errorCode } from './running-daemon.ts'

/** Reads a file (marked as read-only), appends to one (not marked), and fails with an error of its own. */
const SERVER = `
import { readFileSync, appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
const [file] = process.argv.slice(2)
const readOnlyHint = true
const tools = [
  { name: 'read', inputSchema: { type: 'object' }, annotations: { readOnlyHint } },
  { name: 'refuse', inputSchema: { type: 'object' }, annotations: { readOnlyHint } },
  { name: 'append', inputSchema: { type: 'object' } },
]
const text = (value) => ({ result: { content: [{ type: 'text', text: value }], _meta: { at: Date.now() } } })
const calls = {
  read: () => (process.env.BROKEN ? { error: { code: -32000, message: 'broken' } } : text(readFileSync(file, 'utf8'))),
  refuse: ({ why }) => ({ error: { code: -32042, message: 'refused', data: { why } } }),
  append: ({ line }) => (appendFileSync(file, line), text('appended ' + line.length)),
}
const answers = {
  initialize: (params) => ({ result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'files', version: '1' } } }),
  'tools/list': () => ({ result: { tools } }),
  'tools/call': ({ name, arguments: args }) => calls[name](args ?? {}),
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  const answer = answers[method]?.(params) ?? { error: { code: -32601, message: 'Method not found' } }
  if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\\n')
})
`

let daemon: Awaited<ReturnType<typeof createDaemon>>
let file: string
const LARGE = Array.from({ length: 3_000 }, (_, line) => `line ${line}`).join('\n')

beforeAll(async () => {
  daemon = await createDaemon()
  const server = join(daemon.home, 'server.mjs')
  file = join(daemon.home, 'data.txt')
  await writeFile(server, SERVER)
  const { config } = await daemon.api.getConfig({})
  const mcpServers = { files: { command: process.execPath, args: [server, file] } }
  await daemon.api.putConfig({ config: { ...config, mcpServers } })
})
afterAll(() => daemon[Symbol.asyncDispose]())

/** A turn with four calls: a large read, an append with what it read, a refusal, and one that no server made. */
async function recordTurn() {
  await writeFile(file, LARGE)
  await using agent = await connectMcp(daemon.url, daemon.token)
  await agent.call('files__read', {})
  await agent.call('files__append', { line: '{{step1.content}}', scratchpad: 'appended' })
  await agent.call('files__refuse', { why: 'so' }).catch(() => undefined)
  await daemon.api.offload({ session: agent.sessionId, tool: 'make', content: 'done' })
  const [turn] = (await daemon.api.getSession({ id: agent.sessionId })).turnList
  const { callList } = await daemon.api.getTurn({ id: turn?.id ?? '' })
  const ids = callList.map(({ id }) => id)
  return { session: agent.sessionId, turn: turn?.id ?? '', ids }
}

test('D8: a call that is made again is equal, changed or failed, and counts for nobody', async () => {
  const { session, ids } = await recordTurn()
  const [read = '', , refused = ''] = ids
  await writeFile(file, LARGE)
  await expect.poll(async () => (await daemon.api.getCall({ id: ids[3] ?? '' })).tokensRaw).not.toBeNull()
  const before = await daemon.api.stats({})

  const first = await daemon.api.runAgain({ id: read })
  expect(first).toMatchObject({ call: read, outcome: 'equal', reason: null })
  const of = await daemon.api.getSession({ id: first.session ?? '' })
  expect(of).toMatchObject({ repeats: session, transport: 'again', calls: 1, tokens: { raw: 0, net: 0 } })
  expect(await daemon.api.getCall({ id: first.again ?? '' })).toMatchObject({
    repeats: read,
    offloaded: true,
  })

  // Equal is what the server answered, also where that is an error.
  const again = await daemon.api.runAgain({ id: refused, session: first.session ?? '' })
  expect(again).toMatchObject({ outcome: 'equal', session: first.session })

  await writeFile(file, `${LARGE}\none line more`)
  expect(await daemon.api.runAgain({ id: read })).toMatchObject({ outcome: 'changed' })
  await writeFile(file, 'short')
  expect(await daemon.api.runAgain({ id: read })).toMatchObject({ outcome: 'changed' })

  const after = await daemon.api.stats({})
  expect([after.offloads, after.inline, after.tokens]).toEqual([
    before.offloads,
    before.inline,
    before.tokens,
  ])
})

test('D8: a tool that may change something is only called where this very call is confirmed, with the resolved arguments', async () => {
  const { ids } = await recordTurn()
  const [, append = ''] = ids
  await writeFile(file, '')
  expect(await daemon.api.runAgain({ id: append })).toMatchObject({
    outcome: 'skipped',
    needsConfirm: true,
    again: null,
  })
  const { content } = z
    .object({ content: z.tuple([z.object({ text: z.string() })]) })
    .parse((await daemon.api.getCall({ id: ids[0] ?? '' })).result)
  expect(await daemon.api.runAgain({ id: append, confirm: true })).toMatchObject({ outcome: 'equal' })
  const now = await daemon.api.runAgain({ id: ids[0] ?? '' })
  expect(now.outcome).toBe('equal')
  expect(content[0].text).toBe(LARGE)
})

test('D8: what cannot be made again says why', async () => {
  const { ids, turn } = await recordTurn()
  expect(await daemon.api.runAgain({ id: ids[3] ?? '' })).toMatchObject({
    outcome: 'skipped',
    needsConfirm: false,
    reason: 'It was not made through the gateway.',
  })
  await daemon.api.editConfig({ changes: [{ path: ['recording', 'enabled'], value: false }] })
  const response = await daemon.fetch(`/api/v1/calls/${ids[0]}/run-again`, { method: 'POST' })
  expect(await errorCode(response)).toBe('conflict')
  await daemon.api.editConfig({ changes: [{ path: ['recording', 'enabled'], value: undefined }] })
  const other = await recordTurn()
  const foreign = { method: 'POST', body: JSON.stringify({ session: other.session }) }
  const into = await daemon.fetch(`/api/v1/calls/${ids[0]}/run-again`, foreign)
  expect(await errorCode(into)).toBe('invalid_input')
  expect(turn).not.toBe(other.turn)
})

test('D8: spillway run-again goes through a turn and sums it up; sessions and turns list what was recorded', async () => {
  const { session, turn, ids } = await recordTurn()
  const { code, stdout, stderr } = await runCli(daemon.home, 'run-again', turn)
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(/\s+/)[0]),
  ).toEqual(['changed', 'skipped', 'equal', 'skipped'])
  expect(stderr).toContain('1 equal, 1 changed, 0 failed, 2 skipped')
  expect(code).toBe(1)
  await writeFile(file, LARGE)
  expect(await runJson(daemon.home, 'run-again', ids[0] ?? '')).toMatchObject({ equal: 1, changed: 0 })

  const shown = await runCli(daemon.home, 'sessions', 'show', session)
  expect(shown.stdout).toContain(turn)
  expect((await runCli(daemon.home, 'sessions')).stdout).toContain(session)
  await runJson(daemon.home, 'turns', 'rename', turn, 'A title', '--prompt', 'What then?')
  expect((await runCli(daemon.home, 'turns', '--session', session)).stdout).toContain('A title')
  expect((await runCli(daemon.home, 'turns', 'show', turn)).stdout).toContain('files.append')
  const parted = await runCli(daemon.home, 'turns', 'split', turn, '--step', '3')
  expect(parted.stdout.trim().split('\n')).toHaveLength(3)
  await runJson(daemon.home, 'turns', 'merge', turn)
  expect((await daemon.api.getSession({ id: session })).turnList).toMatchObject([
    { title: 'A title', calls: 4 },
  ])
})
