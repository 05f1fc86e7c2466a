import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinFilter, splitFilter } from '../../../src/renderer/features/timeline/filter/split.ts'
import { VIEW_IDS, formatPlace, parsePlace } from '../../../src/renderer/state/place.ts'

const place = fc.record({
  view: fc.constantFrom(...VIEW_IDS),
  filter: fc.string(),
  open: fc.option(fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('t_1', 's_1')), { nil: null }),
  moment: fc.option(fc.string({ minLength: 1 }), { nil: null }),
  against: fc.option(fc.string({ minLength: 1 }), { nil: null }),
})

test('an address gives the place back that it was made of', () => {
  fc.assert(
    fc.property(place, (at) => {
      expect(parsePlace(formatPlace(at))).toEqual(at)
    }),
  )
  expect(formatPlace({ view: 'timeline', filter: '', open: null, moment: null, against: null })).toBe('')
  expect(parsePlace('?view=nowhere').view).toBe('timeline')
  const replay = '?view=replay&turn=t_1&step=7&with=t_2'
  expect(formatPlace(parsePlace(replay))).toBe(replay)
})

test('finished filters become chips, words stay, and the last piece may still grow', () => {
  expect(splitFilter('kind:json er')).toEqual({ chips: ['kind:json'], draft: 'er' })
  expect(splitFilter('kind:json')).toEqual({ chips: [], draft: 'kind:json' })
  expect(splitFilter('log kind:json ')).toEqual({ chips: ['kind:json'], draft: 'log ' })
  expect(splitFilter('log kind:json is:dedup', true)).toEqual({
    chips: ['kind:json', 'is:dedup'],
    draft: 'log',
  })
})

test('what is in the bar survives the address', () => {
  const piece = fc.constantFrom('kind:json', 'is:dedup', '>100KB', 'log', 'since:1h', '-tool:fs.*')
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const parts = splitFilter(pieces.join(' '), true)
      expect(splitFilter(joinFilter(parts), true)).toEqual(parts)
    }),
  )
})
