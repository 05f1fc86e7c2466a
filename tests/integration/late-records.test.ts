import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { connectMcp } from './mcp-caller.ts'
import { createDaemon, startDaemon } from './running-daemon.ts'

const RAW = join(import.meta.dirname, '../fixtures/upstreams/raw.mjs')
const withEcho = () => createDaemon({ mcpServers: { raw: { command: process.execPath, args: [RAW] } } })

/** A small result goes to the agent at once; its record is written a moment later. */
describe('the record of a small result', () => {
  test('is in the timeline, the figures and the session for whoever asks after the answer', async () => {
    await using daemon = await withEcho()
    await using agent = await connectMcp(daemon.url, daemon.token)
    for (let n = 1; n <= 15; n++) {
      await agent.call('raw__echo', { n })
      const [events, stats, session] = await Promise.all([
        daemon.api.listEvents({ limit: 1_000 }),
        daemon.api.stats({}),
        daemon.api.getSession({ id: agent.sessionId }),
      ])
      expect(events.items.filter(({ type }) => type === 'call.inline').map(({ step }) => step)).toEqual(
        Array.from({ length: n }, (_, i) => i + 1),
      )
      expect(stats.inline).toBe(n)
      expect(session.calls).toBe(n)
    }
  })

  test('M6: is there for the next call, which may refer to the step', async () => {
    await using daemon = await withEcho()
    await using agent = await connectMcp(daemon.url, daemon.token)
    const first = await agent.call('raw__echo', { word: 'first' })
    const second = await agent.call('raw__echo', { before: '{{step1.content}}' })
    expect(second.isError, second.text).toBe(false)
    expect(JSON.parse(second.text)).toMatchObject({ before: first.text })
  })

  test('is kept by an orderly stop right after the answer', async () => {
    await using daemon = await withEcho()
    const agent = await connectMcp(daemon.url, daemon.token)
    await Promise.all(Array.from({ length: 30 }, (_, n) => agent.call('raw__echo', { n })))
    await daemon.end('SIGTERM')
    const again = await startDaemon(daemon.home)
    expect(await again.api.stats({})).toMatchObject({ inline: 30 })
  })

  test('N11: that cannot be written shows as a failure, and the agent has its result', async () => {
    await using daemon = await withEcho()
    const db = new Database(join(daemon.home, 'spillway.db'))
    db.exec(`CREATE TRIGGER fault BEFORE INSERT ON calls WHEN new.outcome = 'inline'
      BEGIN SELECT raise(ABORT, 'a fault of the test'); END`)
    db.close()
    await using agent = await connectMcp(daemon.url, daemon.token)
    const { text, isError } = await agent.call('raw__echo', { n: 1 })
    expect(isError).toBe(false)
    expect(JSON.parse(text)).toMatchObject({ n: 1 })
    const failures = async () =>
      (await daemon.api.listEvents({ limit: 1_000 })).items.filter(({ type }) => type === 'call.failopen')
    await expect.poll(async () => (await failures()).length).toBe(1)
    const [failed] = await failures()
    expect(failed).toMatchObject({ step: 1, data: { tool: 'echo', reason: 'a fault of the test' } })
    const [log = ''] = await readdir(join(daemon.home, 'logs'))
    expect(await readFile(join(daemon.home, 'logs', log), 'utf8')).toContain('could not be stored')
  })
})
