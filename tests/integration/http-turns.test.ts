import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperationInput } from '../../src/shared/contract.ts'
import { createHome, type TestHome } from './cli-process.ts'
import { type RunningDaemon, startDaemon } from './running-daemon.ts'

let at: TestHome
let daemon: RunningDaemon

beforeAll(async () => {
  at = await createHome()
  daemon = await startDaemon(at.home)
})
afterAll(async () => {
  await at[Symbol.asyncDispose]()
})

let made = 0
async function store(input: Partial<OperationInput<'offload'>>) {
  const content = `content ${made++}`
  const { entry } = await daemon.api.offload({ tool: 'tool', content, force: true, ...input })
  if (!entry) throw new Error('nothing was stored')
  return entry
}

test('M7: steps are numbered in their turn; a session and a turn take names of the caller', async () => {
  const session = 'my own session'
  const placed = []
  for (const turn of ['first', 'first', 'second', 'first', 'second'])
    placed.push(await store({ session, turn }))
  expect(placed.map(({ step }) => step)).toEqual([1, 2, 1, 3, 2])
  const [first, , second] = placed.map(({ turn }) => turn)
  expect(placed.map(({ turn }) => turn)).toEqual([first, first, second, first, second])
  const { items } = await daemon.api.listTurns({ session })
  expect(items.map(({ number, calls }) => [number, calls])).toEqual([
    [2, 2],
    [1, 3],
  ])
  expect(await daemon.api.getTurn({ id: first ?? '' })).toMatchObject({ number: 1, explicit: true })
})

test('a step of the caller keeps its number, and the next one follows the highest', async () => {
  const session = 'numbered'
  const numbers = []
  for (const step of [5, 2, undefined])
    numbers.push((await store({ session, ...(step ? { step } : {}) })).step)
  expect(numbers).toEqual([5, 2, 6])
})

test('a session and a turn by name go on after a restart', async () => {
  const named = { session: 'outlives', turn: 'long job' }
  const before = await store(named)
  await daemon.end()
  daemon = await startDaemon(at.home)
  const after = await store(named)
  expect(after).toMatchObject({ session: before.session, turn: before.turn, step: (before.step ?? 0) + 1 })
})

test('a turn that is started ends the one before it', async () => {
  const { id: session } = await daemon.api.createSession({})
  const one = await daemon.api.startTurn({ session, prompt: 'look for the fault' })
  const first = await store({ session })
  const other = await daemon.api.startTurn({ session })
  const second = await store({ session })
  expect([first.turn, second.turn]).toEqual([one.id, other.id])
  expect([one.number, other.number]).toEqual([1, 2])
  const { turnList } = await daemon.api.getSession({ id: session })
  expect(turnList.map(({ endedAt }) => endedAt === null)).toEqual([false, true])
  expect(turnList[0]?.prompt).toBe('look for the fault')
})

test('M8: what is past its life is collected when a turn starts', async () => {
  const { id: session } = await daemon.api.createSession({})
  const { id } = await store({ session, ttlSeconds: 1 })
  const { id: kept } = await store({ session })
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  expect((await daemon.api.listEntries({ session })).items.map((entry) => entry.id)).toContain(kept)
  await daemon.api.startTurn({ session })
  expect((await daemon.api.listEntries({ session })).items.map((entry) => entry.id)).toEqual([kept])
  const { items } = await daemon.api.listEvents({ limit: 1_000 })
  const pruned = items.filter(({ type }) => type === 'retention.pruned').map(({ data }) => data)
  expect(pruned).toContainEqual(
    expect.objectContaining({ why: 'expired', ids: expect.arrayContaining([id]) }),
  )
})
