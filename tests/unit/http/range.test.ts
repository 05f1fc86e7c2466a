import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRange } from '../../../src/main/http/range.ts'

const size = fc.integer({ min: 0, max: 1_000 })
const bytes = (total: number) => Array.from({ length: total }, (_, i) => i)

test('a first and a last byte give what lies between them, the last one included', () => {
  fc.assert(
    fc.property(size, size, size, (total, first, last) => {
      const range = parseRange(`bytes=${first}-${last}`, total)
      const wanted = bytes(total).filter((at) => at >= first && at <= last)
      const end = (wanted.at(-1) ?? 0) + 1
      const valid = wanted.length === 0 ? 'unsatisfiable' : { start: wanted[0], end }
      expect(range).toEqual(last < first ? null : valid)
    }),
  )
})

test('an open end goes to the last byte, a suffix counts from it', () => {
  fc.assert(
    fc.property(size, size, (total, n) => {
      const rest = bytes(total).slice(n)
      expect(parseRange(`bytes=${n}-`, total)).toEqual(
        rest.length === 0 ? 'unsatisfiable' : { start: n, end: total },
      )
      const tail = n === 0 ? [] : bytes(total).slice(-n)
      expect(parseRange(`bytes=-${n}`, total)).toEqual(
        tail.length === 0 ? 'unsatisfiable' : { start: tail[0], end: total },
      )
    }),
  )
})

test.each([
  undefined,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=1-2,5-6',
  'bytes=a-b',
  'bytes=+1-2',
  'lines=1-2',
  'bytes=1.5-2',
])('%s asks for the whole', (header) => {
  expect(parseRange(header, 100)).toBeNull()
})
