import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli, runJson } from './cli-process.ts'
import { connectMcp, type McpCaller } from './mcp-caller.ts'
import { createDaemon } from './running-daemon.ts'

const RAW = new URL('../fixtures/upstreams/raw.mjs', import.meta.url).pathname

let daemon: Awaited<ReturnType<typeof createDaemon>>
beforeAll(async () => {
  daemon = await createDaemon({
    mcpServers: { raw: { command: process.execPath, args: [RAW, '--list-all'] } },
  })
})
afterAll(() => daemon[Symbol.asyncDispose]())

/**
 * A session log as Claude Code writes it, made by hand after descriptions of the format: the lines that matter, with the members that
 * matter, and some that do not.
 */
class SessionLog {
  readonly lines: string[] = ['{"type":"summary","summary":"A session","leafUuid":"1"}']

  line(type: string, message: unknown, rest: object = {}): void {
    const common = {
      parentUuid: null,
      isSidechain: false,
      userType: 'external',
      cwd: '/work',
      version: '2.1.1',
    }
    const timestamp = new Date().toISOString()
    this.lines.push(JSON.stringify({ ...common, sessionId: 'log', type, message, timestamp, ...rest }))
  }

  prompt(text: string, rest: object = {}): void {
    this.line('user', { role: 'user', content: text }, rest)
  }

  /** The call as the model asked for it, made, and its result. */
  async call(agent: McpCaller, tool: string, input: object, meta?: object): Promise<void> {
    const id = `toolu_${this.lines.length}`
    const use = { type: 'tool_use', id, name: `mcp__spillway__${tool}`, input }
    this.line('assistant', { role: 'assistant', content: [{ type: 'text', text: 'Let me see.' }, use] })
    await agent.call(tool, input, meta)
    this.line('user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: '…' }] })
  }

  async write(name: string): Promise<string> {
    const file = join(daemon.home, name)
    await writeFile(file, this.lines.join('\n'))
    return file
  }
}

const turnsOf = async (session: string) =>
  (await daemon.api.getSession({ id: session })).turnList.map(({ prompt, calls }) => [prompt, calls])

test('D8: turns get the prompts of a Claude Code log, one that held several is split, and again changes nothing', async () => {
  await using agent = await connectMcp(daemon.url, daemon.token)
  const log = new SessionLog()
  log.prompt('Caveat: the messages below were generated', { isMeta: true })
  log.prompt('What is in the file?')
  await log.call(agent, 'raw__echo', { n: 1 })
  await log.call(agent, 'raw__echo', { n: 2 })
  log.line('assistant', {
    role: 'assistant',
    content: [{ type: 'tool_use', id: 'toolu_bash', name: 'Bash', input: { command: 'ls' } }],
  })
  log.prompt('<command-name>/review</command-name><command-args>the rest</command-args>')
  // The same call as before: told from the first by its order.
  await log.call(agent, 'raw__echo', { n: 1 })
  log.prompt('a helper of the model', { isSidechain: true })
  log.line('user', { role: 'user', content: [{ type: 'text', text: 'And now?' }] })
  await log.call(agent, 'raw__echo', { n: 3 })
  log.line('assistant', {
    role: 'assistant',
    content: [{ type: 'tool_use', id: 'toolu_never', name: 'mcp__spillway__raw__echo', input: { n: 99 } }],
  })
  const file = await log.write('session.jsonl')

  expect(await turnsOf(agent.sessionId)).toEqual([[null, 4]])
  const [first] = await importOf(file)
  expect(first).toMatchObject({
    format: 'claude-code',
    malformed: 0,
    prompts: 3,
    calls: 6,
    matched: 4,
    unmatched: 1,
    unmatchedCalls: [{ tool: 'mcp__spillway__raw__echo', id: 'toolu_never' }],
    foreign: 1,
    turns: { prompted: 3, split: 2, kept: 0 },
    sessions: [agent.sessionId],
  })
  const turns = [
    ['What is in the file?', 2],
    ['/review the rest', 1],
    ['And now?', 1],
  ]
  expect(await turnsOf(agent.sessionId)).toEqual(turns)

  const [second] = await importOf(file)
  expect(second).toMatchObject({ matched: 4, turns: { prompted: 0, split: 0, kept: 3 } })
  expect(await turnsOf(agent.sessionId)).toEqual(turns)
})

test('D8: what a program or a person said of a turn stays', async () => {
  await using agent = await connectMcp(daemon.url, daemon.token)
  const log = new SessionLog()
  log.prompt('one')
  await log.call(agent, 'raw__echo', { mine: 1 }, { 'spillway/turn': 'of the program' })
  log.prompt('two')
  await log.call(agent, 'raw__echo', { mine: 2 }, { 'spillway/turn': 'of the program' })
  const file = await log.write('explicit.jsonl')
  const [report] = await importOf(file)
  expect(report).toMatchObject({ matched: 2, turns: { prompted: 1, split: 0, kept: 1 } })
  expect(await turnsOf(agent.sessionId)).toEqual([['one', 2]])

  const [turn] = (await daemon.api.getSession({ id: agent.sessionId })).turnList
  const { next } = await daemon.api.splitTurn({ id: turn?.id ?? '', step: 2 })
  await daemon.api.updateTurn({ id: next.id, prompt: 'my own words' })
  await daemon.api.mergeTurns({ id: turn?.id ?? '' })
  await importOf(file)
  expect(await turnsOf(agent.sessionId)).toEqual([['one', 2]])
})

test('D8: a call is found by the id that its program sent along, whatever its arguments', async () => {
  await using agent = await connectMcp(daemon.url, daemon.token)
  const log = new SessionLog()
  log.prompt('by its id')
  log.line('assistant', {
    role: 'assistant',
    content: [
      { type: 'tool_use', id: 'toolu_sent', name: 'mcp__other__name', input: { shown: 'otherwise' } },
    ],
  })
  await agent.call('raw__echo', { sent: true }, { 'claudecode/toolUseId': 'toolu_sent' })
  const [report] = await importOf(await log.write('by-id.jsonl'))
  expect(report).toMatchObject({ matched: 1, turns: { prompted: 1 } })
  expect(await turnsOf(agent.sessionId)).toEqual([['by its id', 1]])
})

test('D8: a hostile file is counted and passed over', async () => {
  const file = join(daemon.home, 'hostile.jsonl')
  const line = {
    type: 'user',
    sessionId: 'x',
    timestamp: 'never',
    message: { role: 'user', content: 'at no time' },
  }
  const lines = [
    'not json',
    '[]',
    '{"type":"user","message":',
    `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    JSON.stringify(line),
    JSON.stringify({
      ...line,
      timestamp: '2026-11-22T00:00:00Z',
      message: { content: [null, 7, { type: 'text' }] },
    }),
    JSON.stringify({ ...line, timestamp: '2026-11-22T00:00:00Z', message: { content: 'x'.repeat(500_000) } }),
    JSON.stringify({
      type: 'assistant',
      timestamp: '2026-11-22T00:00:00Z',
      message: {
        content: [{ type: 'tool_use', id: '__proto__', name: 'constructor', input: { __proto__: 1 } }],
      },
    }),
  ]
  await writeFile(file, lines.join('\n'))
  const [report] = await importOf(file)
  expect(report).toMatchObject({ lines: 8, malformed: 4, prompts: 1, calls: 1, matched: 0, foreign: 1 })
  const { code, stdout, stderr } = await runCli(daemon.home, 'import-transcript', file)
  expect([code, stdout.includes('0 of 1 calls'), stderr.includes('line 1: not JSON')]).toEqual([
    0,
    true,
    true,
  ])

  await writeFile(file, 'just text\nof no program\n')
  const refused = await runCli(daemon.home, 'import-transcript', file)
  expect([refused.code, refused.stderr.includes('no transcript')]).toEqual([1, true])
})

async function importOf(file: string): Promise<object[]> {
  const { files } = (await runJson(daemon.home, 'import-transcript', file)) as { files: object[] }
  return files
}
