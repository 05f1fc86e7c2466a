import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { DEMO_SCRIPT } from '../../src/main/demo/script.ts'
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

  test('leaves a home that has servers of its own alone', async () => {
    await using at = await createHome({ mcpServers: { mine: { command: 'true', args: [] } } })
    const { code, stderr } = await runCli(at.home, 'demo', '--home', at.home, '--fast')
    expect(code).toBe(1)
    expect(stderr).toContain('servers of its own')
  })
})
