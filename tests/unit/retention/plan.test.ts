import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Candidate, inBatches, planPrune, sumOf } from '../../../src/main/retention/plan.ts'

const candidates = fc
  .array(
    fc.record({
      storedBytes: fc.integer({ min: 0, max: 1_000 }),
      removable: fc.integer({ min: 0, max: 4 }),
      others: fc.integer({ min: 0, max: 2 }),
      held: fc.boolean(),
    }),
    { maxLength: 30 },
  )
  .map((rows) =>
    rows.map(({ storedBytes, removable, others, held }, blob): Candidate => ({
      blob,
      storedBytes,
      entries: Array.from({ length: removable }, (_, i) => `${blob}.${i}`),
      live: removable + others,
      held,
    })),
  )
const frees = ({ entries, live, held }: Candidate) => entries.length === live && !held

test('without a limit every entry that may go does, and bytes count as freed only with their last holder', () => {
  fc.assert(
    fc.property(candidates, (all) => {
      const { entries, ids, blobs, freedBytes } = sumOf(planPrune(all, null))
      expect(ids).toEqual(all.flatMap((one) => one.entries))
      expect(entries).toBe(ids.length)
      expect(blobs).toBe(all.filter(frees).length)
      expect(freedBytes).toBe(all.filter(frees).reduce((sum, { storedBytes }) => sum + storedBytes, 0))
    }),
  )
})

test('N3: with a limit it goes in the given order, stops as soon as enough is free, and takes nothing that frees nothing', () => {
  fc.assert(
    fc.property(candidates, fc.integer({ min: -10, max: 8_000 }), (all, excess) => {
      const plan = planPrune(all, excess)
      const useful = all.filter(frees)
      expect(plan.map(({ blob }) => blob)).toEqual(useful.slice(0, plan.length).map(({ blob }) => blob))
      const freed = sumOf(plan).freedBytes
      const last = plan.at(-1)?.storedBytes ?? 0
      if (excess <= 0) expect(plan).toEqual([])
      else if (plan.length < useful.length) expect(freed).toBeGreaterThanOrEqual(excess)
      if (plan.length > 0) expect(freed - last).toBeLessThan(excess)
    }),
  )
})

test('batches hold the whole plan in its order', () => {
  fc.assert(
    fc.property(candidates, fc.integer({ min: 1, max: 10 }), (all, rows) => {
      const plan = planPrune(all, null)
      const batches = inBatches(plan, rows)
      expect(batches.flat()).toEqual(plan)
      expect(batches.every((batch) => batch.length > 0)).toBe(true)
    }),
  )
})
