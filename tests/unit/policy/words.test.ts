import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countContinuations, countLineFeeds } from '../../../src/main/policy/text/words.ts'

/** Bytes that are often near what is counted, at any place in their buffer. */
const bytes = fc
  .tuple(
    fc.array(fc.oneof(fc.constantFrom(0, 9, 10, 11, 0x7f, 0x80, 0x8a, 0xbf, 0xc0, 0xff), fc.nat(255)), {
      maxLength: 70,
    }),
    fc.nat(7),
  )
  .map(([values, offset]) => Uint8Array.from([...Array<number>(offset).fill(10), ...values]).subarray(offset))

test('counts of words are those of their bytes', () => {
  fc.assert(
    fc.property(bytes, (given) => {
      expect(countLineFeeds(given)).toBe(given.filter((byte) => byte === 10).length)
      expect(countContinuations(given)).toBe(given.filter((byte) => (byte & 0xc0) === 0x80).length)
    }),
    { numRuns: 2_000 },
  )
})
