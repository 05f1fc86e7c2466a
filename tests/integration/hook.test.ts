import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createHome, startCli, type TestHome } from './cli-process.ts'
import { type RunningDaemon, startDaemon } from './running-daemon.ts'

const LARGE = Array.from({ length: 3_000 }, (_, line) => `${line} passing test of something`).join('\n')
const HELLO = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'agent', version: '1' } }
const ENTRY = /e_[0-9a-hjkmnp-tv-z]{12}/

async function hook(home: string, input: unknown, args: string[] = [], env: NodeJS.ProcessEnv = {}) {
  const child = startCli(home, ['hook', '--timeout', '50', ...args], { env })
  if (!child.stdin || !child.stdout || !child.stderr) throw new Error('no pipes')
  child.stdin.on('error', () => undefined)
  child.stdin.end(typeof input === 'string' ? input : JSON.stringify(input))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return {
    code: child.exitCode,
    stdout,
    stderr,
    said: stdout === '' ? null : (JSON.parse(stdout) as unknown),
  }
}

/** As Claude Code says it. */
const afterTool = (tool_name: string, tool_response: unknown, rest: object = {}) => ({
  session_id: '6a1c2b9e-7d55-4a55-9c1f-1f2e3d4c5b6a',
  transcript_path: '/tmp/transcript.jsonl',
  cwd: import.meta.dirname,
  permission_mode: 'default',
  hook_event_name: 'PostToolUse',
  tool_name,
  tool_input: { command: 'npm test' },
  tool_response,
  tool_use_id: 'toolu_01',
  ...rest,
})
const bash = (stdout: string) => ({ stdout, stderr: '', interrupted: false, isImage: false })

const updated = z.object({
  hookSpecificOutput: z.object({
    hookEventName: z.literal('PostToolUse'),
    updatedToolOutput: z.looseObject({ stdout: z.string() }),
  }),
})

describe('spillway hook', () => {
  let at: TestHome
  let daemon: RunningDaemon
  beforeAll(async () => {
    at = await createHome()
    daemon = await startDaemon(at.home)
  })
  afterAll(async () => {
    await at[Symbol.asyncDispose]()
  })

  test('Claude Code: a large result is replaced in its own shape, and read back whole by its id', async () => {
    const persisted = { persistedOutputPath: '/tmp/x', persistedOutputSize: 1 }
    const { code, said, stderr } = await hook(at.home, afterTool('Bash', { ...bash(LARGE), ...persisted }))
    expect([code, stderr]).toEqual([0, ''])
    const { updatedToolOutput } = updated.parse(said).hookSpecificOutput
    expect(updatedToolOutput).toEqual({ ...bash(''), stdout: updatedToolOutput.stdout })
    expect(updatedToolOutput.stdout.length).toBeLessThan(3_000)
    const id = ENTRY.exec(updatedToolOutput.stdout)?.[0] ?? ''
    const content = await daemon.fetch(`/api/v1/entries/${id}/content`)
    expect(await content.text()).toBe(LARGE)
    const { calls } = await daemon.api.getEntry({ id })
    expect(calls).toMatchObject([{ tool: 'Bash', arguments: { command: 'npm test' }, offloaded: true }])
    // The agent reads it over its MCP connection: another session of the same client in the same folder.
    const agent = startCli(at.home, ['mcp'], { cwd: import.meta.dirname })
    const params = { name: 'scratchpad_read', arguments: { id, mode: 'head', n: 21 } }
    agent.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: HELLO })}\n`)
    agent.stdin?.end(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params })}\n`)
    if (!agent.stdout) throw new Error('no pipe')
    expect(await text(agent.stdout)).toContain(`"text":${JSON.stringify(LARGE.slice(0, 21))}`)
  })

  test('calls of one host session are one session here, small results too, which stay as they are', async () => {
    const before = (await daemon.api.listSessions({})).total
    const session_id = 'another-session'
    for (const stdout of ['ok\n', LARGE, 'done\n'])
      await hook(at.home, afterTool('Bash', bash(stdout), { session_id }))
    expect(await hook(at.home, afterTool('Bash', bash('ok\n'), { session_id }))).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    })
    const sessions = await daemon.api.listSessions({})
    expect(sessions.total).toBe(before + 1)
    const session = await daemon.api.getSession({ id: session_id })
    expect(session).toMatchObject({ calls: 4 })
    expect(session.projectPath).not.toBeNull()
  })

  test('Claude Code: results of MCP tools keep their blocks; images, its own writes and our tools are left alone', async () => {
    const image = { type: 'image', source: { type: 'base64', data: LARGE } }
    const { said } = await hook(at.home, afterTool('mcp__db__query', [{ type: 'text', text: LARGE }, image]))
    const output = (said as { hookSpecificOutput: Record<string, unknown[]> }).hookSpecificOutput
    expect(output['updatedToolOutput']).toEqual([
      { type: 'text', text: expect.stringMatching(ENTRY) as string },
      image,
    ])
    expect(output['updatedMCPToolOutput']).toEqual(output['updatedToolOutput'])
    const calls = (await daemon.api.stats({})).calls
    for (const input of [
      afterTool('Write', { type: 'create', content: LARGE }),
      afterTool('mcp__spillway__fs__read_file', [{ type: 'text', text: LARGE }]),
      afterTool('mcp__other__scratchpad_read', [{ type: 'text', text: LARGE }]),
      afterTool('Bash', bash(LARGE), { cursor_version: '2026.09.18' }),
      { ...afterTool('Bash', bash(LARGE)), hook_event_name: 'PreToolUse' },
    ])
      expect(await hook(at.home, input)).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect((await daemon.api.stats({})).calls).toBe(calls)
  })

  test('other hosts: Gemini CLI, Cursor, and programs of one’s own', async () => {
    const gemini = {
      ...afterTool('run_shell_command', { llmContent: [{ text: LARGE }] }),
      hook_event_name: 'AfterTool',
    }
    expect((await hook(at.home, gemini, ['--format', 'gemini-cli'])).said).toEqual({
      decision: 'deny',
      reason: expect.stringMatching(ENTRY) as string,
    })
    const mcp = { content: [{ type: 'text', text: LARGE }], isError: false }
    const cursor = {
      conversation_id: 'c',
      tool_name: 'MCP:query',
      tool_input: '{}',
      tool_output: JSON.stringify(mcp),
    }
    expect((await hook(at.home, cursor, ['--format', 'cursor'])).said).toEqual({
      updated_mcp_tool_output: {
        content: [{ type: 'text', text: expect.stringMatching(ENTRY) as string }],
        isError: false,
      },
    })
    expect((await hook(at.home, { ...cursor, tool_name: 'Shell' }, ['--format', 'cursor'])).said).toEqual({})
    const own = { tool: 'mine', content: LARGE, session: 'own' }
    expect((await hook(at.home, own, ['--format', 'plain'])).said).toMatchObject({ offloaded: true })
    expect((await hook(at.home, { ...own, content: 'small' }, ['--format', 'plain'])).said).toEqual({
      content: 'small',
      offloaded: false,
    })
  })

  test('as a client: with its token in the environment the entry is that client’s', async () => {
    const { id, token } = await daemon.api.createClient({ name: 'coding agent' })
    const { stdout } = await hook(at.home, afterTool('Bash', bash(LARGE)), [], { SPILLWAY_TOKEN: token })
    const entry = ENTRY.exec(stdout)?.[0] ?? ''
    expect((await daemon.api.getEntry({ id: entry })).client).toBe(id)
  })

  test('numbers that JavaScript cannot hold come back as they were', async () => {
    const input = JSON.stringify(afterTool('Bash', { ...bash(LARGE), took: 0 })).replace(
      '"took":0',
      '"took":12345678901234567890',
    )
    expect((await hook(at.home, input)).stdout).toContain('"took":12345678901234567890')
  })

  test.each([
    ['junk', 'not json', [], {}],
    ['an array', [1, 2], [], {}],
    ['an unknown format', {}, ['--format', 'nobody'], {}],
    ['an unknown option', {}, ['--nope'], {}],
    ['a token that is refused', afterTool('Bash', bash(LARGE)), [], { SPILLWAY_TOKEN: 'spw_no' }],
    ['too little time', afterTool('Bash', bash(LARGE)), ['--timeout', '0.001'], {}],
  ])('fails open: %s', async (_what, input, args, env) => {
    const { code, stdout, stderr } = await hook(at.home, input, args, env)
    expect(code).toBe(0)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^spillway hook: the result stays as it is: .+\n$/)
  })

  test('starts a daemon where none runs, and fails open where none can be', async () => {
    await using fresh = await createHome()
    const { said } = await hook(fresh.home, afterTool('Bash', bash(LARGE)), ['--timeout', '30'])
    expect(updated.safeParse(said).success).toBe(true)
    const nowhere = await hook('/dev/null/spillway', afterTool('Bash', bash(LARGE)))
    expect(nowhere).toMatchObject({ code: 0, stdout: '' })
    expect(nowhere.stderr).toContain('stays as it is')
  })
})
