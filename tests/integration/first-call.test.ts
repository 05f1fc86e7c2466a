import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { connectMcp } from './mcp-caller.ts'
import { createDaemon, type RunningDaemon } from './running-daemon.ts'

const outside = {
  command: process.execPath,
  args: [join(import.meta.dirname, '../fixtures/upstreams/raw.mjs'), '--outside'],
}

const daemonWith = (server: { command: string; args?: string[] }) =>
  createDaemon({ mcpServers: { it: server }, policy: { tools: { 'it.*': { references: 'allow' } } } })

/** An agent that listed its tools before the daemon was restarted: it calls one first thing. */
async function returning(daemon: RunningDaemon) {
  const agent = await connectMcp(daemon.url, daemon.token)
  await agent.call('scratchpad_write', { name: 'answer', content: '42' })
  return agent
}

describe('a call of a tool that nobody has listed since the daemon started', () => {
  test('is asked about all the same where the tool reaches the outside world', async () => {
    await using daemon = await createDaemon({ mcpServers: { it: outside } })
    await using agent = await returning(daemon)
    const called = agent.call('it__echo', { n: '{{scratchpad:answer}}' })
    const asked = async () => (await daemon.api.listConfirmations({})).items[0]
    await expect.poll(asked, { timeout: 10_000 }).toMatchObject({ server: 'it', tool: 'echo' })
    await daemon.api.answerConfirmation({ id: (await asked())?.id ?? '', allow: false })
    expect(await called).toMatchObject({ isError: true, text: expect.stringContaining('A person refused') })
  })

  test('M6: gets the kind of value that it wants', async () => {
    await using daemon = await daemonWith(outside)
    await using agent = await returning(daemon)
    expect((await agent.call('it__echo', { n: '{{scratchpad:answer}}' })).text).toBe('{"n":42}')
  })

  test('P2: keeps an argument of its own by the name of ours', async () => {
    await using daemon = await daemonWith(outside)
    await using agent = await returning(daemon)
    expect((await agent.call('it__echo', { scratchpad: 'theirs' })).text).toBe('{"scratchpad":"theirs"}')
  })

  test('says what is wrong with its server', async () => {
    await using daemon = await daemonWith({ command: '/nowhere/server' })
    await using agent = await returning(daemon)
    const { isError, text } = await agent.call('it__write', { to: '{{scratchpad:answer}}' })
    expect(isError).toBe(true)
    expect(text).toBe('upstream_failed: it failed: the command /nowhere/server was not found')
  })
})
