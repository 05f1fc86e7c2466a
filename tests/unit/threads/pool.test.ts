import { expect, onTestFinished, test } from 'vitest'
import { type PoolOptions, ThreadPool } from '../../../src/main/threads/pool.ts'
import { Thread } from '../../../src/main/threads/thread.ts'

type Echo = { whoAfter(ms: number): number }

const IDLE_MS = 200
const file = new URL('../../fixtures/threads/slow-echo.ts', import.meta.url)

/** A pool with the threads that it ever started. */
function poolOf(options: Partial<PoolOptions>) {
  const started: Thread<Echo>[] = []
  const start = () => {
    const thread = new Thread<Echo>(file, 'echo', null)
    started.push(thread)
    return thread
  }
  const pool = new ThreadPool(start, { min: 0, max: 2, idleMs: IDLE_MS, ...options })
  onTestFinished(() => pool.close())
  const alive = () => started.filter((thread) => thread.alive).length
  return { pool, started, alive, who: (ms = 0) => pool.run((thread) => thread.call('whoAfter', ms)) }
}

test('a thread starts when it is needed, ends when it is not, and comes back', async () => {
  const { pool, started, alive, who } = poolOf({})
  expect(started).toHaveLength(0)
  expect(pool.asleep).toBe(true)
  const first = await who()
  expect(pool.asleep).toBe(false)
  expect(await who()).toBe(first)
  await expect.poll(alive).toBe(0)
  expect(pool.asleep).toBe(true)
  expect(await who()).not.toBe(first)
  expect(started).toHaveLength(2)
})

test('one that works for longer than it may be idle is not ended, also where the work may wait', async () => {
  const { pool, started, who } = poolOf({ max: 1 })
  const ids = await Promise.all([
    who(4 * IDLE_MS),
    pool.runBehind((thread) => thread.call('whoAfter', 8 * IDLE_MS)),
  ])
  expect(new Set(ids).size).toBe(1)
  expect(started).toHaveLength(1)
})

test('work that may wait keeps nobody else from its thread', async () => {
  const { pool, started, who } = poolOf({})
  const behind = pool.runBehind((thread) => thread.call('whoAfter', 4 * IDLE_MS))
  const beside = await who()
  expect(started).toHaveLength(1)
  expect(await behind).toBe(beside)
})

test('as many as `min` stay, and those that are busy are joined by more up to `max`', async () => {
  const { started, alive, who } = poolOf({ min: 1 })
  expect(started).toHaveLength(1)
  const ids = await Promise.all([who(IDLE_MS), who(IDLE_MS), who(IDLE_MS)])
  expect(new Set(ids).size).toBe(2)
  await expect.poll(alive).toBe(1)
  expect(started[0]?.alive).toBe(true)
})

test('a pool that was closed starts nothing', async () => {
  const { pool, alive, who } = poolOf({})
  await who()
  await pool.close()
  expect(alive()).toBe(0)
  await expect(who()).rejects.toMatchObject({ code: 'unavailable' })
})
