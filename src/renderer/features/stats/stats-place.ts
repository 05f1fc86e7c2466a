import type { OperationInput } from '../../../shared/contract.ts'

/** The ranges that can be picked; each in about a hundred buckets, of lengths that a clock has. */
export const RANGES = [
  { id: '1h', name: '1 h', words: 'the last hour', ask: { seconds: 3_600, buckets: 60 } },
  { id: '24h', name: '24 h', words: 'the last 24 hours', ask: { seconds: 86_400, buckets: 96 } },
  { id: '7d', name: '7 d', words: 'the last 7 days', ask: { seconds: 604_800, buckets: 84 } },
  { id: '30d', name: '30 d', words: 'the last 30 days', ask: { seconds: 2_592_000, buckets: 120 } },
  { id: 'all', name: 'All', words: 'all that was recorded', ask: { all: true, buckets: 96 } },
] as const satisfies readonly {
  id: string
  name: string
  words: string
  ask: OperationInput<'statsSeries'>
}[]
type Range = (typeof RANGES)[number]

const WAYS = ['charts', 'table', 'policy'] as const
/** `policy`: what another policy would have come to. */
type Way = (typeof WAYS)[number]

/** What the view shows, as the address has it: `24h`, `7d table`, `1h fs.read_text_file`, `all policy`. */
export interface StatsPlace {
  readonly range: Range
  readonly as: Way
  /** The tool that the charts are of; null is all. */
  readonly tool: string | null
}

const DEFAULT = RANGES[1]

export function parseStatsPlace(open: string | null): StatsPlace {
  const [id, ...rest] = (open ?? '').split(' ')
  const way = WAYS.find((one) => one !== 'charts' && one === rest[0])
  const tool = rest.slice(way === undefined ? 0 : 1).join(' ')
  const range = RANGES.find((range) => range.id === id) ?? DEFAULT
  return { range, as: way ?? 'charts', tool: tool === '' ? null : tool }
}

export function formatStatsPlace({ range, as, tool }: StatsPlace): string {
  return [range.id, ...(as === 'charts' ? [] : [as]), ...(tool === null ? [] : [tool])].join(' ')
}
