import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inBatches, sumOf } from '../../../src/main/retention/plan.ts'
import { newId } from '../../../src/main/store/ids.ts'
import type { NewCall, PruneOrder } from '../../../src/main/store/protocol.ts'
import type { Store } from '../../../src/main/store/store.ts'
import { tempStore, type TempStore } from './temp-store.ts'

const HOUR = 3_600_000
const NOW = 1_790_000_000_000

interface Seed {
  /** Which of a few contents: entries with the same one share its bytes. */
  readonly content: number
  readonly ageHours: number
  readonly lifeHours: number
  readonly pinned: boolean
  readonly client: 'k_a' | 'k_b'
  readonly inFlight: boolean
  readonly recorded: boolean
}

const seed: fc.Arbitrary<Seed> = fc.record({
  content: fc.nat(6),
  ageHours: fc.integer({ min: 0, max: 300 }),
  lifeHours: fc.integer({ min: 1, max: 400 }),
  pinned: fc.boolean(),
  client: fc.constantFrom('k_a', 'k_b'),
  inFlight: fc.boolean(),
  recorded: fc.boolean(),
})

const order: fc.Arbitrary<Partial<PruneOrder>> = fc.oneof(
  fc.constant({ expired: true }),
  fc.constant({ all: true }),
  fc.record({ maxBytes: fc.nat(12_000) }),
  fc.record({ olderThanSeconds: fc.nat(1_000_000) }),
  fc.record({ maxBytes: fc.nat(6_000), client: fc.constantFrom('k_a', 'k_b') }),
  fc.record({ all: fc.constant(true), client: fc.constantFrom('k_a', 'k_b') }),
)

const contents = Array.from({ length: 7 }, (_, i) => randomBytes(1_000 + i * 500))

async function fill({ store, ingest }: TempStore, seeds: readonly Seed[]) {
  const entries = []
  for (const [i, one] of seeds.entries()) {
    const at = NOW - one.ageHours * HOUR
    const session = newId('s')
    const turn = newId('t')
    const { client } = one
    const projectId = newId('p')
    await store.write.addSession({
      id: session,
      client,
      clientName: 'c',
      projectPath: null,
      projectId,
      transport: 'api',
      externalKey: null,
      at,
    })
    await store.write.addTurn({
      id: turn,
      client,
      session,
      number: 1,
      prompt: null,
      externalKey: null,
      explicit: false,
      at,
    })
    const preview = { style: 'none' as const, tokens: 1, name: null }
    const bytes = Uint8Array.from(contents[one.content] ?? [])
    const { blob } = await ingest.prepare({ bytes, mime: null, asText: false, preview })
    const call: NewCall = {
      id: newId('c'),
      client,
      session,
      turn,
      turnNumber: 1,
      step: 1,
      server: null,
      tool: 'tool',
      source: 'tool',
      arguments: null,
      isError: false,
      outcome: 'offloaded',
      reason: null,
      startedAt: at,
      durationMs: 0,
      rawBytes: 1,
      deliveredBytes: 1,
      tokensRaw: 1,
      tokensDelivered: 1,
      result: null,
      delivered: null,
    }
    const id = newId('e')
    const omitted = blob.sizes
    await store.write.commitStep({
      at,
      call,
      recorded: one.recorded,
      blobs: [blob],
      entries: [
        {
          id,
          name: `tool_${i}`,
          blob: 0,
          mime: null,
          kind: 'binary',
          complete: true,
          tier: 'session',
          ttlSeconds: one.lifeHours * 3_600,
          preview: '',
          previewSpans: [],
          deliveredText: '',
          omitted,
          metadata: {},
        },
      ],
    })
    if (one.pinned) await store.write.updateEntry({ id, at, pinned: true })
    entries.push({ ...one, id, turn })
  }
  return entries
}

/** Everything out, pins too. */
async function empty(store: Store) {
  const all = { at: NOW, client: null, all: true, evenPinned: true, guardedTurns: [], callsBefore: 0 }
  const units = await store.read.prunePlan(all)
  await store.write.prune({ at: NOW, client: null, evenPinned: true, units, why: 'emptied' })
  expect(await store.read.storedBytes(null)).toBe(0)
}

const live = async (store: Store) =>
  (await store.read.entries({ client: null, sort: 'oldest', limit: 1_000 })).items.map(({ id }) => id)

test('N3 A6: what a dry run names is what goes, row by row and byte by byte, and nothing that is guarded', async () => {
  await using temp = await tempStore()
  await fc.assert(
    fc.asyncProperty(
      fc.array(seed, { maxLength: 14 }),
      order,
      fc.integer({ min: 1, max: 5 }),
      async (seeds, wanted, batchRows) => {
        const { store } = temp
        await empty(store)
        const entries = await fill(temp, seeds)
        const guarded = entries.filter(({ inFlight }) => inFlight)
        const full: PruneOrder = {
          at: NOW,
          client: null,
          guardedTurns: guarded.map(({ turn }) => turn),
          callsBefore: NOW - 168 * HOUR,
          ...wanted,
        }
        const before = { live: await live(store), bytes: await store.read.storedBytes(null) }
        const planned = await store.read.prunePlan(full)
        const plan = sumOf(planned)
        const ids = new Array<string>()
        let freed = 0
        for (const units of inBatches(planned, batchRows)) {
          const done = await store.write.prune({
            at: NOW,
            client: full.client,
            evenPinned: false,
            units,
            why: 'pruned',
          })
          ids.push(...done.ids)
          freed += done.freedBytes
        }
        expect(ids).toEqual(plan.ids)
        expect(freed).toBe(plan.freedBytes)
        expect(before.bytes - (await store.read.storedBytes(null))).toBe(plan.freedBytes)
        expect(new Set(await live(store))).toEqual(new Set(before.live.filter((id) => !ids.includes(id))))
        const gone = new Set(ids)
        for (const { id, pinned, inFlight, ageHours, lifeHours, client } of entries) {
          if (!gone.has(id)) continue
          expect(pinned || inFlight).toBe(false)
          if (full.expired) expect(ageHours).toBeGreaterThanOrEqual(lifeHours)
          if (full.client !== null) expect(client).toBe(full.client)
        }
        if (full.expired)
          for (const { id, pinned, inFlight, ageHours, lifeHours } of entries)
            if (!pinned && !inFlight && ageHours >= lifeHours) expect(gone.has(id)).toBe(true)
        expect(sumOf(await store.read.prunePlan(full)).freedBytes).toBe(0)
        for (const { id } of entries)
          if (!gone.has(id))
            expect(
              await store.read.find({
                viewer: { client: null, session: null, project: null, turn: null },
                id,
                at: 0,
              }),
            ).toMatchObject({ found: 'live' })
      },
    ),
    { numRuns: 25 },
  )
}, 120_000)

test('A6: eviction goes by the last use of the bytes, takes no more than it must, and nothing that frees none', async () => {
  await using temp = await tempStore()
  const base = { lifeHours: 400, pinned: false, client: 'k_a' as const, inFlight: false, recorded: false }
  const [old, shared, pinnedTwin, young] = await fill(temp, [
    { ...base, content: 0, ageHours: 9 },
    { ...base, content: 1, ageHours: 8 },
    { ...base, content: 1, ageHours: 7, pinned: true },
    { ...base, content: 2, ageHours: 1 },
  ])
  const { store } = temp
  const plan = (maxBytes: number) =>
    store.read.prunePlan({ at: NOW, client: null, guardedTurns: [], callsBefore: 0, maxBytes })
  expect(sumOf(await plan(4_499)).ids).toEqual([old?.id])
  expect(sumOf(await plan(0)).ids).toEqual([old?.id, young?.id])
  await store.write.useEntries({ entries: [old?.id ?? ''], at: NOW })
  expect(sumOf(await plan(4_499)).ids).toEqual([young?.id])
  expect(await live(store)).toEqual([old, shared, pinnedTwin, young].map((one) => one?.id))
})

test('recorded calls hold their bytes for their time and no longer; then the call stays, marked pruned', async () => {
  await using temp = await tempStore()
  const [one] = await fill(temp, [
    {
      content: 0,
      ageHours: 100,
      lifeHours: 1,
      pinned: false,
      client: 'k_a',
      inFlight: false,
      recorded: true,
    },
  ])
  const { store } = temp
  const apply = async (callsBefore: number) => {
    const units = await store.read.prunePlan({
      at: NOW,
      client: null,
      expired: true,
      guardedTurns: [],
      callsBefore,
    })
    return store.write.prune({ at: NOW, client: null, evenPinned: false, units, why: 'expired' })
  }
  expect(await apply(NOW - 168 * HOUR)).toMatchObject({ ids: [one?.id], blobs: 0, freedBytes: 0 })
  expect(await apply(NOW - 168 * HOUR)).toMatchObject({ entries: 0, blobs: 0 })
  expect(await apply(NOW - 99 * HOUR)).toMatchObject({ entries: 0, blobs: 1, freedBytes: 1_000 })
  expect(await store.read.storedBytes(null)).toBe(0)
})

test('what was used, pinned or stored again since it was planned stays', async () => {
  await using temp = await tempStore()
  const base = {
    ageHours: 9,
    lifeHours: 400,
    pinned: false,
    client: 'k_a' as const,
    inFlight: false,
    recorded: false,
  }
  const made = await fill(temp, [
    { ...base, content: 0 },
    { ...base, content: 1 },
    { ...base, content: 2 },
  ])
  const { store } = temp
  const units = await store.read.prunePlan({
    at: NOW,
    client: null,
    all: true,
    guardedTurns: [],
    callsBefore: 0,
  })
  await store.write.useEntries({ entries: [made[0]?.id ?? ''], at: NOW + 1 })
  await store.write.updateEntry({ id: made[1]?.id ?? '', at: NOW + 1, pinned: true })
  const done = await store.write.prune({ at: NOW, client: null, evenPinned: false, units, why: 'pruned' })
  expect(done).toMatchObject({ ids: [made[2]?.id], blobs: 1, freedBytes: 2_000 })
})

test('removing a large entry holds nobody up, and its pages go back to the disk in the background', async () => {
  await using temp = await tempStore()
  const { store, ingest, file } = temp
  const staged = await ingest.stream(store, {
    body: (async function* noise() {
      for (let i = 0; i < 48; i++) yield randomBytes(1024 * 1024)
    })(),
    mime: null,
    preview: { style: 'none', tokens: 1, name: null },
    at: NOW,
  })
  if (!('staged' in staged.blob)) throw new Error('a long body is written as it comes')
  await store.write.dropStage({ staged: staged.blob.staged })
  let slowest = 0
  const size = async () => (await stat(file)).size
  for (let i = 0; i < 400; i++) {
    const started = performance.now()
    await store.write.touchClient({ id: 'nobody', at: NOW })
    slowest = Math.max(slowest, performance.now() - started)
    await sleep(2)
  }
  expect(slowest).toBeLessThan(250)
  for (let i = 0; i < 200 && (await size()) > 16 * 1024 * 1024; i++) await sleep(100)
  expect(await size()).toBeLessThan(16 * 1024 * 1024)
}, 60_000)
