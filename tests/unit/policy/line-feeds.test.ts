import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LineFeeds } from '../../../src/main/policy/text/line-feeds.ts'

const piece = fc.array(fc.constantFrom('\n', 'a line of text', 'ä', '0123456789abcdef'), { maxLength: 40 })

test('line feeds are counted in any pieces, and known where lines are not too short and the text not too long', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), fc.integer({ min: 1, max: 2_000 }), (pieces, most) => {
      const feeds = new LineFeeds(most)
      const whole = Buffer.from(pieces.flat().join(''))
      const counts = pieces.map((parts) => feeds.push(Buffer.from(parts.join(''))))
      expect(counts).toEqual(pieces.map((parts) => parts.filter((part) => part === '\n').length))
      const offsets = [...whole.keys()].filter((at) => whole[at] === 10)
      if (whole.length > most) expect(feeds.isComplete).toBe(false)
      if (feeds.isComplete) {
        expect(offsets.map((_, i) => feeds.at(i))).toEqual(offsets)
        expect(feeds.at(offsets.length)).toBe(-1)
      } else if (whole.length <= most) {
        expect(offsets.length).toBeGreaterThan(1)
      }
      feeds.giveBack()
    }),
  )
})

test('of lines of usual length all ends are known, however many they are', () => {
  const feeds = new LineFeeds(16 * 1024 * 1024)
  const line = `${'x'.repeat(39)}\n`
  const chunk = Buffer.from(line.repeat(1_600))
  for (let i = 0; i < 40; i++) expect(feeds.push(chunk)).toBe(1_600)
  expect(feeds.isComplete).toBe(true)
  expect(feeds.at(63_999)).toBe(64_000 * 40 - 1)
  feeds.giveBack()
  // The next one begins anew.
  const next = new LineFeeds(100)
  expect(next.at(0)).toBe(-1)
})
