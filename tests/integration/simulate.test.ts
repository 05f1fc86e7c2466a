import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { OperationInput } from '../../src/shared/contract.ts'
import { runCli, runJson } from './cli-process.ts'
import { createDaemon } from './running-daemon.ts'

let daemon: Awaited<ReturnType<typeof createDaemon>>
let session: string

const line = (n: number) =>
  `2026-11-22T06:00:00Z ${n % 50 === 0 ? 'WARN' : 'INFO'} order ${n} of customer ${n * 7} done`
const log = (lines: number) => Array.from({ length: lines }, (_, n) => line(n)).join('\n')
const table = (rows: number) =>
  JSON.stringify(Array.from({ length: rows }, (_, id) => ({ id, name: `row ${id}`, ok: id % 3 === 0 })))

beforeAll(async () => {
  daemon = await createDaemon()
  session = (await daemon.api.createSession({})).id
  const store = async (tool: string, content: string, more: object = {}) =>
    await daemon.api.offload({ tool, content, session, ...more })
  // From a few bytes to a few hundred kilobytes.
  for (let step = 0; step < 12; step++) {
    await store('read_log', log(2 ** step + step))
    await store('list_rows', table(2 ** (step - 1) + step))
  }
  await store('note_down', 'small, and wanted all the same', { force: true })
  const large = await store('read_log', log(3_000))
  if (!large.entry) throw new Error('it was not stored')
  const { id } = large.entry
  await daemon.api.readEntry({ id, mode: 'grep', pattern: 'WARN', limit: 20 })
  await daemon.api.readEntry({ id, mode: 'lines', start: 100, end: 200 })
  await counted()
})
afterAll(() => daemon[Symbol.asyncDispose]())

/** Exact counts take the place of estimates a moment after a call or a read. */
const counted = () =>
  vi.waitFor(
    async () => {
      const before = await daemon.api.stats({ session })
      await sleep(400)
      expect(await daemon.api.stats({ session })).toEqual(before)
    },
    { timeout: 20_000 },
  )

const simulate = (input: OperationInput<'simulate'> = {}) => daemon.api.simulate({ session, ...input })

test('N8: under the policy of the recording every figure is the recorded one, to the token', async () => {
  const { recorded, simulated, byTool } = await simulate()
  const stats = await daemon.api.stats({ session })
  expect(recorded.tokens).toEqual(stats.tokens)
  expect(recorded).toMatchObject({ calls: stats.calls, offloaded: stats.offloads, exact: true })
  expect(recorded.offloaded).toBeGreaterThan(5)
  expect(recorded.tokens.reread).toBeGreaterThan(0)
  expect(simulated).toEqual(recorded)
  for (const tool of byTool) expect(tool.simulated).toEqual(tool.recorded)
  // Said in full, it is the same policy still.
  const spelled = await simulate({ policy: { preset: 'default', thresholdBytes: 4_096, previewTokens: 400 } })
  expect(spelled.simulated).toEqual(recorded)
})

test('N8: the curve goes through the recorded point, and a higher threshold never stores more', async () => {
  const { curve, recorded, currentThresholdBytes } = await simulate()
  expect(curve.find(({ thresholdBytes }) => thresholdBytes === currentThresholdBytes)).toEqual({
    thresholdBytes: currentThresholdBytes,
    ...recorded,
  })
  const offloaded = curve.map((point) => point.offloaded)
  expect(offloaded).toEqual(offloaded.toSorted((a, b) => b - a))
  expect(new Set(offloaded).size).toBeGreaterThan(5)
  expect(curve.length).toBeGreaterThan(20)
})

test('N8: what would have been inline costs its own tokens, and its reads nothing', async () => {
  const { recorded, simulated, raw } = await simulate({ policy: { action: 'inline' } })
  // What its caller wanted stored stays stored.
  expect(simulated).toMatchObject({
    offloaded: 1,
    newlyInline: recorded.offloaded - 1,
    newlyOffloaded: 0,
    exact: true,
  })
  expect(simulated.tokens.reread).toBe(0)
  const asked = (await simulate()).byTool.find(({ tool }) => tool === 'note_down')
  const extra = (asked?.recorded.tokens.delivered ?? 0) - (asked?.recorded.tokens.raw ?? 0)
  expect(simulated.tokens.delivered).toBe(raw + extra)
})

test('N8: what would newly be stored has no reads to go by, and the figures say so', async () => {
  const { simulated } = await simulate({ policy: { thresholdBytes: 1_500 } })
  expect(simulated.newlyOffloaded).toBeGreaterThan(0)
  expect(simulated.exact).toBe(false)
  expect(simulated.netAtLeast).toBeLessThan(simulated.tokens.net)
  expect(simulated.rereadAtMost).toBeGreaterThan(simulated.tokens.reread)
})

test('N8: rules of tools and another style are held against the calls of their tools alone', async () => {
  const { byTool, recorded, simulated } = await simulate({
    policy: { tools: { read_log: { action: 'inline' } } },
  })
  const of = (name: string) => byTool.find(({ tool }) => tool === name)
  expect(of('list_rows')?.simulated).toEqual(of('list_rows')?.recorded)
  expect(of('read_log')?.simulated).toMatchObject({ offloaded: 0, exact: true })
  expect(simulated.tokens.raw).toBe(recorded.tokens.raw)
})

test('N8: an estimate comes close to what the policy really delivers', async () => {
  const policy = { previewStyle: 'terse' as const, thresholdBytes: 2_000 }
  const { byTool } = await simulate({ policy })
  const estimated = byTool.find(({ tool }) => tool === 'read_log')?.simulated
  await using other = await createDaemon({ policy })
  const live = (await other.api.createSession({})).id
  for (let step = 0; step < 12; step++)
    await other.api.offload({ tool: 'read_log', content: log(2 ** step + step), session: live })
  await other.api.offload({ tool: 'read_log', content: log(3_000), session: live })
  const real = async () => (await other.api.simulate({ session: live })).recorded
  await expect.poll(async () => (await real()).tokens.raw).toBe(estimated?.tokens.raw)
  const { offloaded, tokens } = await real()
  expect(estimated?.offloaded).toBe(offloaded)
  const ratio = (estimated?.tokens.delivered ?? 0) / tokens.delivered
  expect(ratio).toBeGreaterThan(0.8)
  expect(ratio).toBeLessThan(1.25)
})

test('N8: a time range and a turn are simulated by themselves', async () => {
  const whole = await simulate()
  const [turn] = (await daemon.api.listTurns({ session })).items
  expect((await daemon.api.simulate({ turn: turn?.id })).recorded).toEqual(whole.recorded)
  const past = await daemon.api.simulate({ to: '2026-01-01T00:00:00Z' })
  expect(past).toMatchObject({ calls: 0, recorded: { tokens: { raw: 0, net: 0 } } })
  const all = await daemon.api.simulate({ from: '2026-01-01T00:00:00Z' })
  expect(all.recorded).toEqual(whole.recorded)
})

test('N8: a file is simulated in a daemon of its own, and comes to what its home says', async () => {
  const file = join(daemon.home, 'simulated.spillway')
  await runCli(daemon.home, 'export', '--session', session, file)
  const flags = ['--threshold', '16384', '--tool', 'list_rows=inline']
  const policy = { thresholdBytes: 16_384, tools: { list_rows: { action: 'inline' as const } } }
  await using other = await createDaemon()
  const { recorded, simulated, curve, calls } = await simulate({ policy })
  const ofFile = await runJson(other.home, 'simulate', file, ...flags)
  expect(ofFile).toMatchObject({ calls, recorded, simulated, curve })
  // Nothing of it came into the home that it was looked at from.
  expect((await other.api.stats({})).calls).toBe(0)

  const told = await runCli(other.home, 'simulate', file, ...flags)
  expect(told.stdout).toContain(`${calls} calls`)
  expect(told.stdout).toMatch(/^as recorded +\d+/m)
  expect(told.stdout).toMatch(/^simulated +\d+/m)
  const missing = await runCli(other.home, 'simulate', join(daemon.home, 'missing.spillway'))
  expect(missing.code).toBe(1)
  expect(missing.stderr).toContain('missing.spillway')
})
