import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OperationInput } from '../../src/shared/contract.ts'
import { createHome, type TestHome } from './cli-process.ts'
import { type RunningDaemon, startDaemon } from './running-daemon.ts'

let at: TestHome
let daemon: RunningDaemon

beforeAll(async () => {
  // Inline results would hold blobs of their own.
  at = await createHome({ recording: { enabled: false } })
  daemon = await startDaemon(at.home)
})
afterAll(async () => {
  await at[Symbol.asyncDispose]()
})
beforeEach(async () => {
  for (const { id } of (await daemon.api.listEntries({ limit: 1_000 })).items)
    await daemon.api.deleteEntry({ id })
})

/** Noise does not compress, so an entry takes as many bytes on disk as it has. */
async function store(bytes: number, input: Partial<OperationInput<'offload'>> = {}): Promise<string> {
  const contentBase64 = randomBytes(bytes).toString('base64')
  const { entry } = await daemon.api.offload({ tool: 'tool', contentBase64, force: true, ...input })
  if (!entry) throw new Error('nothing was stored')
  // Last use is measured in milliseconds.
  await sleep(2)
  return entry.id
}
const left = async () =>
  (await daemon.api.listEntries({ sort: 'oldest', limit: 1_000 })).items.map(({ id }) => id)

/** A dry run, then the same for real: both must name the same. */
async function prune(order: Omit<OperationInput<'prune'>, 'dryRun'>) {
  const before = await left()
  const dry = await daemon.api.prune({ ...order, dryRun: true })
  expect(await left()).toEqual(before)
  const stored = await daemon.api.stats({})
  const real = await daemon.api.prune({ ...order, dryRun: false })
  expect(real).toEqual(dry)
  const now = await daemon.api.stats({})
  expect(stored.bytesStored - now.bytesStored).toBe(real.freedBytes)
  expect(stored.blobs - now.blobs).toBe(real.blobs)
  expect(stored.entries - now.entries).toBe(real.entries)
  return real
}

test('A6 N3: all takes everything but pins; the dry run names the same rows and bytes', async () => {
  const [one, pinned, other] = [await store(1_000), await store(2_000), await store(3_000)]
  await daemon.api.updateEntry({ id: pinned, pinned: true })
  const done = await prune({ all: true })
  expect(done).toMatchObject({ entries: 2, blobs: 2, freedBytes: 4_000 })
  expect(done.ids).toEqual([one, other])
  expect(await left()).toEqual([pinned])
})

test('without any filter only what is past its life goes', async () => {
  const [short, long] = [await store(1_000, { ttlSeconds: 1 }), await store(1_000)]
  await sleep(1_100)
  expect((await prune({})).ids).toEqual([short])
  expect(await left()).toEqual([long])
})

test('A6: olderThanSeconds counts from the last use', async () => {
  const [old, used] = [await store(1_000), await store(1_000)]
  await sleep(2_100)
  await daemon.api.readEntry({ id: used, n: 1 })
  const fresh = await store(1_000)
  expect((await prune({ olderThanSeconds: 2 })).ids).toEqual([old])
  expect(await left()).toEqual([used, fresh])
})

test('by tool glob and by session, both together where both are given', async () => {
  const { id: session } = await daemon.api.createSession({})
  const a = await store(10, { tool: 'fs_read' })
  const b = await store(10, { tool: 'fs_write', session })
  const c = await store(10, { tool: 'web', session })
  expect((await daemon.api.prune({ session, tool: 'fs_*', dryRun: true })).ids).toEqual([b])
  expect((await prune({ tool: 'fs_*' })).ids).toEqual([a, b])
  expect((await prune({ session })).ids).toEqual([c])
})

test('A6 N3: maxBytes takes the least recently used first, and no more than it must', async () => {
  const ids = []
  for (let i = 0; i < 5; i++) ids.push(await store(10_000))
  const [first, second, third, fourth, fifth] = ids
  await daemon.api.readEntry({ id: first ?? '', n: 1 })
  await daemon.api.updateEntry({ id: second ?? '', pinned: true })
  expect((await prune({ maxBytes: 30_000 })).ids).toEqual([third, fourth])
  expect(await left()).toEqual([first, second, fifth])
  expect((await prune({ maxBytes: 30_000 })).entries).toBe(0)
})

test('bytes that two entries hold are freed with the last of them, and counted once', async () => {
  const contentBase64 = randomBytes(5_000).toString('base64')
  const twice = []
  for (const tool of ['one', 'other'])
    twice.push((await daemon.api.offload({ tool, contentBase64, force: true })).entry?.id)
  expect(await prune({ tool: 'one' })).toMatchObject({ entries: 1, blobs: 0, freedBytes: 0 })
  expect(await prune({ tool: 'other' })).toMatchObject({ entries: 1, blobs: 1, freedBytes: 5_000 })
})

test('N3: entries of a turn that was started and has not ended stay', async () => {
  const { id: session } = await daemon.api.createSession({})
  await daemon.api.startTurn({ session })
  const guarded = await store(1_000, { session })
  expect(await prune({ all: true })).toMatchObject({ entries: 0 })
  expect(await prune({ maxBytes: 0 })).toMatchObject({ entries: 0 })
  expect(await left()).toEqual([guarded])
  await daemon.api.startTurn({ session })
  expect((await prune({ all: true })).ids).toEqual([guarded])
})

test('N3: and they still stay after a restart in the middle of the turn', async () => {
  const { id: session } = await daemon.api.createSession({})
  await daemon.api.startTurn({ session })
  const guarded = await store(1_000, { session })
  await daemon.end('SIGKILL')
  daemon = await startDaemon(at.home)
  expect(await prune({ all: true })).toMatchObject({ entries: 0 })
  expect(await left()).toEqual([guarded])
  await daemon.api.startTurn({ session })
})

test('A6: what was freed can be used again: the file does not grow with every round', async () => {
  const round = async () => {
    await store(2_000_000)
    await daemon.api.prune({ all: true })
  }
  await round()
  const before = (await daemon.api.stats({})).bytesStored
  for (let i = 0; i < 3; i++) await round()
  expect((await daemon.api.stats({})).bytesStored).toBe(before)
})
