import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { ActiveSession } from '../../../src/main/recording/active-session.ts'
import { SessionBook } from '../../../src/main/recording/session-book.ts'
import { openStore, type Store } from '../../../src/main/store/store.ts'

const GAP_MS = 120_000
const HALF_HOUR_MS = 30 * 60_000

let folder: string
let store: Store
let now = Date.UTC(2026, 10, 21)
const clock = { now: () => now }
let book: SessionBook
let session: ActiveSession

const origin = (client: string) => ({
  client,
  clientName: client,
  projectPath: null,
  transport: 'api' as const,
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spillway-session-'))
  store = await openStore({ file: join(folder, 'spillway.db'), publish: () => {} })
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  book = new SessionBook(store, clock)
  session = await book.start(origin('k'))
})

test('a turn goes on until nothing has happened for two minutes after the end of its last call', async () => {
  const one = await session.beginStep()
  now += GAP_MS * 3
  one.end()
  now += GAP_MS
  const two = await session.beginStep()
  expect([two.turn, two.step]).toEqual([one.turn, 2])
  two.end()
  now += GAP_MS + 1
  const three = await session.beginStep()
  expect(three.turn).not.toBe(one.turn)
  expect([three.turnNumber, three.step]).toEqual([2, 1])
})

test('a call in flight holds its turn open, however long it takes', async () => {
  const slow = await session.beginStep()
  const quick = await session.beginStep()
  quick.end()
  now += GAP_MS * 10
  expect((await session.beginStep()).turn).toBe(slow.turn)
  slow.end()
  slow.end()
  expect(session.turnsInFlight).toEqual([slow.turn])
})

test('a turn that was started on request has no gap, and its follower starts at step 1', async () => {
  const { id } = await session.startTurn('a long job')
  const one = await session.beginStep()
  one.end()
  now += GAP_MS * 100
  expect((await session.beginStep()).turn).toBe(id)
  await session.startTurn(null)
  expect(await session.beginStep()).toMatchObject({ turnNumber: 2, step: 1 })
})

test('calls that arrive together share one turn and have numbers of their own', async () => {
  const steps = await Promise.all(Array.from({ length: 20 }, () => session.beginStep()))
  expect(new Set(steps.map(({ turn }) => turn)).size).toBe(1)
  expect(steps.map(({ step }) => step)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
})

test('automatic names are never given twice, however many ask at once', async () => {
  const names = await Promise.all(Array.from({ length: 50 }, () => session.nextName('fs.read')))
  expect(new Set(names).size).toBe(50)
  expect(names).toContain('fs-read_1')
})

test("a reserved name is nobody else's until it is given back", async () => {
  const release = await session.reserveName('tool_1')
  await expect(session.reserveName('tool_1')).rejects.toMatchObject({ code: 'conflict' })
  expect(await session.nextName('tool')).toBe('tool_2')
  release()
  await expect(session.reserveName('tool_1')).resolves.toBeInstanceOf(Function)
})

test('after a restart a session goes on where it was', async () => {
  const before = await session.beginStep('the job')
  const again = await new SessionBook(store, clock).byId('k', session.id)
  expect(await again.beginStep('the job')).toMatchObject({ turn: before.turn, turnNumber: 1 })
  expect(await again.beginStep('another')).toMatchObject({ turnNumber: 2, step: 1 })
  expect(await again.beginStep('the job')).toMatchObject({ turn: before.turn })
})

test("a session is its own client's alone, by its id and by its name", async () => {
  await expect(book.byId('stranger', session.id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(book.resolve(origin('stranger'), session.id)).rejects.toMatchObject({ code: 'not_found' })
  const [mine, same, theirs] = await Promise.all([
    book.resolve(origin('k'), 'work'),
    book.resolve(origin('k'), 'work'),
    book.resolve(origin('stranger'), 'work'),
  ])
  expect(same.id).toBe(mine.id)
  expect(theirs.id).not.toBe(mine.id)
})

test('without one, a client is in the same session until half an hour passes', async () => {
  const client = origin('roller')
  expect(book.rollingNow(client)).toBeNull()
  const [one, same] = await Promise.all([book.rolling(client), book.rolling(client)])
  expect(same.id).toBe(one.id)
  now += HALF_HOUR_MS
  expect((await book.rolling(client)).id).toBe(one.id)
  now += HALF_HOUR_MS + 1
  expect(book.rollingNow(client)).toBeNull()
  expect((await book.rolling(client)).id).not.toBe(one.id)
})

test('sessions that nobody uses are forgotten, and one that somebody still holds is never there twice', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const small = new SessionBook(store, clock, 2)
  const held = await small.start(origin('k'))
  const busy = await small.start(origin('k'))
  const { id: busyId } = busy
  const step = await busy.beginStep()
  const passed = await Promise.all(
    Array.from({ length: 5 }, async () => new WeakRef(await small.start(origin('k')))),
  )
  await vi.waitFor(() => {
    collect()
    expect(passed.filter((one) => one.deref() !== undefined).length).toBeLessThanOrEqual(2)
  })
  expect(await small.byId('k', held.id)).toBe(held)
  expect(small.turnsInFlight()).toEqual([step.turn])
  expect((await (await small.byId('k', busyId)).beginStep()).step).toBe(2)
})

test('a session that was forgotten goes on where it was', async () => {
  const small = new SessionBook(store, clock, 1)
  const turns = []
  for (const key of ['a', 'b', 'a', 'b']) {
    const { number } = await (await small.resolve(origin('forgetful'), key)).startTurn(null)
    turns.push([key, number])
  }
  expect(turns).toEqual([
    ['a', 1],
    ['b', 1],
    ['a', 2],
    ['b', 2],
  ])
})
