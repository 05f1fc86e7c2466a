import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { modeOf, planRead } from '../../../src/main/operations/reading/plan.ts'
import type { Content } from '../../../src/main/store/protocol.ts'
import type { ReadParams } from '../../../src/shared/reading.ts'

const content = (chars: number | null, lines: number | null, bytes = chars ?? 0): Content => ({
  entry: 'e_000000000000',
  name: 'n',
  blob: 1,
  sha256: '',
  encoding: chars === null ? 'binary' : 'utf-8',
  sizes: { bytes, chars, lines },
  mime: null,
  kind: 'text',
})
const points = (total: number) => Array.from({ length: total }, (_, i) => i)
/** The characters that a plan gives, of as many as there are. */
const planned = (params: ReadParams, total: number) => {
  const plan = planRead(content(total, 0), params)
  if (plan.kind !== 'chars') throw new Error(plan.kind)
  return points(total).slice(plan.start, plan.end)
}

const total = fc.integer({ min: 0, max: 5_000 })
const n = fc.integer({ min: 1, max: 6_000 })
const offset = fc.integer({ min: -6_000, max: 6_000 })

describe('M5: characters', () => {
  test('head and tail give n, 2000 by default, and never more than there are', () => {
    fc.assert(
      fc.property(total, n, (size, count) => {
        expect(planned({ mode: 'head', n: count }, size)).toEqual(points(size).slice(0, count))
        expect(planned({ mode: 'tail', n: count }, size)).toEqual(points(size).slice(-count))
        expect(planned({}, size)).toEqual(points(size).slice(0, 2_000))
        expect(planned({ mode: 'tail' }, size)).toEqual(points(size).slice(-2_000))
        expect(planned({ mode: 'full' }, size)).toEqual(points(size))
      }),
    )
  })

  test('a range is half-open; a negative offset counts from the end, as in slice()', () => {
    fc.assert(
      fc.property(total, offset, offset, (size, start, end) => {
        const wanted = points(size).slice(start, end)
        expect(planned({ mode: 'range', start, end }, size)).toEqual(wanted)
      }),
    )
  })

  test('P5: offset and limit alone are a range with limit 30,000', () => {
    const whole = 100_000
    expect(planned({ offset: 10 }, whole)).toEqual(points(whole).slice(10, 30_010))
    expect(planned({ offset: 10, limit: 5 }, whole)).toEqual([10, 11, 12, 13, 14])
    expect(planned({ limit: 5 }, whole)).toEqual([0, 1, 2, 3, 4])
  })

  test('offsets without a mode are a range too, and a limit is the size of a head or tail', () => {
    expect(planned({ start: 3, end: 6 }, 100)).toEqual([3, 4, 5])
    expect(planned({ start: -2 }, 100)).toEqual([98, 99])
    expect(planned({ mode: 'head', limit: 2 }, 100)).toEqual([0, 1])
    expect(planned({ mode: 'tail', limit: 2 }, 100)).toEqual([98, 99])
  })
})

test('M12: lines are half-open from 1; a negative start counts from the last', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 300 }),
      offset,
      fc.integer({ min: 1, max: 400 }),
      (size, start, end) => {
        fc.pre(start !== 0)
        const params: ReadParams = { mode: 'lines', start, end }
        const plan = planRead(content(9_999, size), params)
        const numbers = points(size).map((i) => i + 1)
        const first = start < 0 ? Math.max(1, size + 1 + start) : start
        if (plan.kind !== 'lines') throw new Error(plan.kind)
        expect(numbers.filter((line) => line >= plan.start && line < plan.end)).toEqual(
          numbers.filter((line) => line >= first && line < end),
        )
      },
    ),
  )
})

test('a mode may be left out where the parameters mean only one', () => {
  expect(modeOf({ regex: 'x' })).toBe('grep')
  expect(modeOf({ pattern: 'x' })).toBe('grep')
  expect(modeOf({ path: '$' })).toBe('json')
  expect(modeOf({ query: 'SELECT 1' })).toBe('sql')
  expect(modeOf({ limit: 3 })).toBe('range')
  expect(modeOf({})).toBe('head')
  expect(modeOf({ mode: 'tail', regex: 'x' })).toBe('tail')
})

test('M5: of binary, offsets are bytes, and there are no lines to read or search', () => {
  const binary = content(null, null, 5_000)
  expect(planRead(binary, { mode: 'range', start: -10 })).toMatchObject({
    kind: 'bytes',
    start: 4_990,
    end: 5_000,
  })
  expect(planRead(binary, {})).toMatchObject({ kind: 'bytes', start: 0, end: 2_000 })
  for (const mode of ['lines', 'grep'] as const)
    expect(() => planRead(binary, { mode, pattern: 'x' })).toThrow(/is binary/)
})

test('P5: grep gives 100 matches unless told otherwise, and needs a pattern', () => {
  expect(planRead(content(10, 1), { regex: 'x' })).toMatchObject({
    kind: 'grep',
    maxMatches: 100,
    skip: 0,
    context: 0,
  })
  expect(planRead(content(10, 1), { pattern: 'x', limit: 7, offset: 3 })).toMatchObject({
    maxMatches: 7,
    skip: 3,
  })
  expect(() => planRead(content(10, 1), { mode: 'grep' })).toThrow(/pattern/)
})

test('M12: there is no line 0', () => {
  expect(() => planRead(content(9, 1), { mode: 'lines', start: 0 })).toThrow(/count from 1/)
})
