import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCli } from './cli-process.ts'
import { http, rawClient } from './raw-client.ts'
import { createDaemon } from './running-daemon.ts'
import { waysIn } from './ways-in.ts'

const RAW = join(import.meta.dirname, '../fixtures/upstreams/raw.mjs')

let daemon: Awaited<ReturnType<typeof createDaemon>>
beforeAll(async () => {
  daemon = await createDaemon({
    mcpServers: { raw: { command: process.execPath, args: [RAW, '--list-all'] } },
  })
})
afterAll(() => daemon[Symbol.asyncDispose]())

const ways = waysIn(() => daemon)

/** The last turn of the session that was used last. */
async function lastTurn() {
  const { items } = await daemon.api.listSessions({ limit: 1 })
  const { turnList } = await daemon.api.getSession({ id: items[0]?.id ?? '' })
  return turnList.at(-1)?.id ?? ''
}

const cancelledCalls = async (turn: string) =>
  (await daemon.api.getTurn({ id: turn })).callList.filter(({ cancelled }) => cancelled !== null)

describe('a call that its client cancels is recorded', () => {
  for (const [way, transport] of Object.entries(ways))
    for (const era of ['legacy', 'modern'])
      test(`${way}, ${era}`, async () => {
        const mode = era === 'modern' ? { pin: '2026-07-28' } : ('legacy' as const)
        const client = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode } })
        await client.connect(transport())
        await client.callTool({ name: 'raw__echo', arguments: { way, era } })
        const before = await daemon.api.stats({})
        const turn = await lastTurn()

        const cancel = new AbortController()
        const call = client.callTool(
          { name: 'raw__progress', arguments: { steps: 300, ms: 100 } },
          {
            signal: cancel.signal,
            onprogress: ({ progress }) => progress > 1 && cancel.abort('changed my mind'),
          },
        )
        await expect(call).rejects.toThrow()
        await expect.poll(() => cancelledCalls(turn)).toHaveLength(1)
        await client.close()

        const [found] = await cancelledCalls(turn)
        const id = found?.id ?? ''
        const recorded = await daemon.api.getCall({ id })
        expect(recorded).toMatchObject({
          step: 2,
          tool: 'progress',
          arguments: { steps: 300, ms: 100 },
          isError: false,
          offloaded: false,
          rawBytes: 0,
          deliveredBytes: 0,
          result: null,
          delivered: null,
          error: null,
          pruned: false,
        })
        // A client of the newer revision goes away without a word.
        const why = era === 'modern' && way === 'Streamable HTTP' ? 'the client went away' : 'changed my mind'
        expect(recorded.cancelled).toContain(why)
        expect(recorded.durationMs).toBeGreaterThan(90)

        const { items } = await daemon.api.findCalls({ filter: 'is:cancelled', limit: 1 })
        expect(items).toMatchObject([
          { event: { type: 'call.cancelled', turn, data: { call: id, rawBytes: 0 } } },
        ])
        const after = await daemon.api.stats({})
        expect(after.cancelled - before.cancelled).toBe(1)
        expect(after.inline).toBe(before.inline)
        const { steps } = await daemon.api.replayTurn({ id: turn })
        expect(steps).toMatchObject([{ cancelled: false }, { id, cancelled: true, tokens: { delivered: 0 } }])
      })

  test('the command line tells of it', async () => {
    const { stdout } = await runCli(daemon.home, 'events', '--limit', '50')
    expect(stdout).toMatch(/call\.cancelled {2,}raw\.progress {2}after \d+ ms: /)
  })

  test('it comes along in a recording, and has no answer to give when it is served again', async () => {
    const { items } = await daemon.api.findCalls({ filter: 'is:cancelled', limit: 1 })
    const turn = items[0]?.event.turn ?? ''
    const file = join(daemon.home, 'cancelled.spillway')
    await runCli(daemon.home, 'export', '--turn', turn, file)
    await using other = await createDaemon()
    await runCli(other.home, 'import', file)
    const recorded = (await other.api.getTurn({ id: turn })).callList
    expect(recorded).toMatchObject([{ cancelled: null }, { tool: 'progress', cancelled: expect.any(String) }])
    expect(await other.api.stats({})).toMatchObject({ calls: 2, inline: 1, cancelled: 1 })

    const served = await other.api.startReplay({ turn })
    await using agent = await rawClient(http(other.url, new URL(served.url).pathname, served.token))
    const given = { name: 'raw__progress', arguments: { steps: 300, ms: 100 } }
    const answer = JSON.stringify(await agent.request('tools/call', given))
    expect(answer).toContain('its result cannot be given: its client cancelled it')
  })
})
