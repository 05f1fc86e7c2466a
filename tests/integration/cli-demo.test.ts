import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { DEMO_SCRIPT } from '../../src/main/demo/script.ts'
import { apiClient } from '../../src/main/client/api.ts'
import { ensureDaemon } from '../../src/main/client/start.ts'
import { event, offloadData } from '../../src/shared/event.ts'
import { createHome, runCli, runJson } from './cli-process.ts'

const summary = z.object({
  session: z.string(),
  turns: z.int(),
  calls: z.int(),
  offloaded: z.int(),
  reads: z.int(),
})

describe('spillway demo', () => {
  test('N13: plays real work through real servers, with slices, a dedup hit and an error', async () => {
    await using at = await createHome()
    const steps = DEMO_SCRIPT.flatMap((turn) => turn.steps)
    const played = summary.parse(await runJson(at.home, 'demo', '--home', at.home, '--fast'))
    expect(played).toMatchObject({
      turns: DEMO_SCRIPT.length,
      calls: steps.filter((step) => step.kind === 'call').length,
      reads: steps.filter((step) => step.kind === 'read').length,
    })
    const { stdout } = await runCli(at.home, 'events', '--after', '0', '--limit', '1000', '--json')
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => event.parse(JSON.parse(line)))
    const offloads = events
      .filter((item) => item.type === 'call.offloaded')
      .map((item) => offloadData.parse(item.data))
    expect(offloads).toHaveLength(played.offloaded)
    expect(Math.max(...offloads.map((offload) => offload.rawBytes))).toBeGreaterThan(5_000_000)
    expect(offloads.some((offload) => offload.entries.some((entry) => entry.dedup))).toBe(true)
    expect(
      events.filter((item) => item.type === 'turn.started' && item.session === played.session),
    ).toHaveLength(DEMO_SCRIPT.length)
    expect(events.filter((item) => item.type === 'entry.read')).toHaveLength(played.reads)
    expect(events.some((item) => item.data['isError'] === true)).toBe(true)
    expect(events.some((item) => item.type === 'call.failopen')).toBe(false)
  })

  test('N13: over HTTP it plays in a home with servers of its own, whose configuration it leaves alone', async () => {
    const mine = { mcpServers: { mine: { command: 'true', args: [] } } }
    await using at = await createHome(mine)
    const written = await readFile(join(at.home, 'config.json'), 'utf8')
    const api = apiClient(await ensureDaemon(at.home))
    expect(await api.getDemo({})).toMatchObject({ state: 'idle', available: true, reason: null })
    expect(await api.playDemo({ fast: true })).toMatchObject({ state: 'playing', session: null })
    await expect(api.playDemo({ fast: true })).rejects.toMatchObject({ code: 'conflict' })
    await expect.poll(async () => (await api.getDemo({})).state, { timeout: 30_000 }).toBe('done')
    const { session, step, steps } = await api.getDemo({})
    expect(step).toBe(steps)
    expect(await readFile(join(at.home, 'config.json'), 'utf8')).toBe(written)
    const { items } = await api.listSessions({})
    expect(items.map(({ id, clientName }) => [id, clientName])).toEqual([[session, 'demo-agent']])

    // Everything it stored goes with its session.
    expect((await api.listEntries({})).total).toBeGreaterThan(0)
    await api.deleteSession({ id: session ?? '' })
    expect((await api.listEntries({})).total).toBe(0)
    expect(await api.stopDemo({})).toMatchObject({ state: 'idle', session: null })
  })

  test('N13: is ended between two steps, and can be played again', async () => {
    await using at = await createHome()
    const api = apiClient(await ensureDaemon(at.home))
    await api.playDemo({})
    await expect.poll(async () => (await api.getDemo({})).step, { timeout: 30_000 }).toBeGreaterThan(0)
    expect(await api.stopDemo({})).toMatchObject({ state: 'stopped' })
    const { total } = await api.listTurns({})
    expect(total).toBeLessThan(DEMO_SCRIPT.length)
    expect(await api.playDemo({ fast: true })).toMatchObject({ state: 'playing', step: 0 })
    await api.stopDemo({})
  })
})
