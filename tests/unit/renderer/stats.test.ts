import { expect, test } from 'vitest'
import { csvOf } from '../../../src/renderer/features/stats/csv.ts'
import { panelsOf, valuesOf } from '../../../src/renderer/features/stats/panels.ts'
import { formatStatsPlace, parseStatsPlace } from '../../../src/renderer/features/stats/stats-place.ts'
import type { StatsSeries } from '../../../src/shared/contract/figures.ts'

const usage = (net: number) => ({
  calls: 1,
  offloads: 1,
  inline: 0,
  failOpen: 0,
  entries: 1,
  bytes: 0,
  dedupHits: 0,
  dedupBytes: 0,
  reads: 0,
  tokens: { raw: net + 10, delivered: 10, reread: 0, net },
  durationMs: null,
})
const item = (time: string, net: number) => ({ ...usage(net), time, bytesStored: null })
const series: StatsSeries = {
  from: '2026-11-21T00:00:00Z',
  bucketSeconds: 900,
  items: [item('2026-11-21T00:00:00Z', 90), item('2026-11-21T00:15:00Z', -20)],
  totals: usage(70),
  byTool: [{ ...usage(70), tool: '=cmd("a, b")' }],
  bySession: [],
  sessions: 0,
}

test.each(['1h', '24h table', 'all policy', '7d fs.read_text_file', 'all table fs.read'])(
  'the address %s says it all',
  (text) => {
    expect(formatStatsPlace(parseStatsPlace(text))).toBe(text)
  },
)

test('an address that names no range shows a day of everything', () => {
  expect(parseStatsPlace(null)).toMatchObject({ range: { id: '24h' }, as: 'charts', tool: null })
})

test('what was kept out adds up, and falls by what was read back', () => {
  const kept = panelsOf(undefined).find(({ id }) => id === 'kept')
  expect(kept && valuesOf(kept, series.items)).toEqual([[90, 70]])
})

test('a share of nothing is not known rather than none', () => {
  const dedup = panelsOf(undefined).find(({ id }) => id === 'dedup')
  expect(dedup && valuesOf(dedup, series.items)).toEqual([[null, null]])
})

test('CSV: what is not known is empty, and no name becomes a formula or two columns', () => {
  const [head, first] = csvOf.time(series).split('\r\n')
  expect(head?.split(',')).toHaveLength(17)
  expect(first).toBe('2026-11-21T00:00:00Z,100,10,0,90,1,1,0,0,0,1,0,0,0,,,')
  expect(csvOf.tool(series).split('\r\n')[1]).toBe(`"'=cmd(""a, b"")",80,10,0,70,1,1,0,0,0,1,0,0,0,,`)
})
