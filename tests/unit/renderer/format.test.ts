import { expect, test } from 'vitest'
import { barShare } from '../../../src/renderer/features/timeline/bar.tsx'
import { runningPoints } from '../../../src/renderer/features/frame/sparkline.tsx'
import {
  counted,
  formatBytes,
  formatCount,
  formatMs,
  formatShare,
  formatTight,
} from '../../../src/renderer/ui/format.ts'
import { evenRows } from '../../../src/renderer/ui/even-rows.ts'

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_440, '1.4 KB'],
  [10_188, '9.9 KB'],
  [10_200, '10 KB'],
  [812_440, '793 KB'],
  [1_023_600, '1.0 MB'],
  [1_073_741_824, '1.0 GB'],
])('%i bytes are %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words)
})

test('numbers are grouped, a minus is as wide as a digit, nothing is shared out of nothing', () => {
  expect([formatCount(452_619), formatCount(-296), formatShare(1, 0), formatShare(946, 1_000)]).toEqual([
    '452,619',
    '−296',
    '—',
    '94.6 %',
  ])
  expect([formatTight(9_999_999), formatTight(29_840_871), formatTight(-12_345_678)]).toEqual([
    '9,999,999',
    '29.8M',
    '−12.3M',
  ])
  expect([
    counted(1, 'entry', 'entries'),
    counted(2, 'entry', 'entries'),
    formatMs(0.42),
    formatMs(5_002),
  ]).toEqual(['1 entry', '2 entries', '0.4', '5,002'])
})

test('D4: bars share one logarithmic scale', () => {
  expect([barShare(0), barShare(100), barShare(1e8), barShare(1e12)]).toEqual([0, 0, 1, 1])
  expect(barShare(1e6) - barShare(1e5)).toBeCloseTo(barShare(1e4) - barShare(1e3))
})

test('the sparkline climbs with what adds up', () => {
  expect(runningPoints([1, 0, 1])).toBe('0.0,17.0 80.0,17.0 160.0,2.0')
})

test('rows of one height are found by arithmetic', () => {
  const rows = evenRows(10, 18)
  expect([rows.indexAt(-5), rows.indexAt(17), rows.indexAt(18), rows.indexAt(9_999)]).toEqual([0, 0, 1, 9])
})
