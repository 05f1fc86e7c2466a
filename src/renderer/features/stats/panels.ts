import type { StatsSeries } from '../../../shared/contract/figures.ts'
import { formatBytes, formatCount, formatMs, formatShare, formatTight } from '../../ui/format.ts'

type Item = StatsSeries['items'][number]

/** One curve or one part of a bar; a token of `tokens.css` names its colour. */
export interface Curve {
  readonly name: string
  readonly colour: string
  /** Bars stand on each other in their order; an area is filled down to zero. */
  readonly shape: 'bar' | 'area' | 'line' | 'dashed'
  /** What it was in a bucket; null where it is not known. */
  readonly of: (item: Item) => number | null
}

export interface Panel {
  readonly id: string
  readonly title: string
  readonly curves: readonly Curve[]
  readonly format: (value: number) => string
  /** What it came to over the range, in the head. */
  readonly sum: (series: StatsSeries) => string
  /** Each bucket shows what all before it came to. */
  readonly running?: boolean
  readonly wide?: boolean
  /** A line that values may not cross, drawn once they come near. */
  readonly cap?: number
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const formatShort = (value: number) => compact.format(value).replace('-', '−')
const share = (part: number, whole: number) => (whole === 0 ? null : (100 * part) / whole)
const formatPercent = (value: number) => `${value.toFixed(1)} %`
const formatDuration = (ms: number) => (ms < 10_000 ? `${formatMs(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`)

/** The charts of the view: each answers one question. */
export const panelsOf = (cap: number | undefined): readonly Panel[] => [
  {
    id: 'tokens',
    title: 'Tokens: what tools gave, and what of it reached the context',
    wide: true,
    curves: [
      { name: 'Delivered', colour: 'dim', shape: 'bar', of: ({ tokens }) => tokens.delivered },
      { name: 'Read back', colour: 'read-fill', shape: 'bar', of: ({ tokens }) => tokens.reread },
      { name: 'Kept out', colour: 'accent', shape: 'bar', of: ({ tokens }) => tokens.net },
    ],
    format: formatTight,
    sum: ({ totals }) => `${formatTight(totals.tokens.raw)} raw`,
  },
  {
    id: 'kept',
    title: 'Kept out, added up',
    running: true,
    curves: [{ name: 'Kept out', colour: 'accent', shape: 'area', of: ({ tokens }) => tokens.net }],
    format: formatTight,
    sum: ({ totals }) => `${formatTight(totals.tokens.net)} net`,
  },
  {
    id: 'calls',
    title: 'Calls',
    curves: [
      { name: 'Offloaded', colour: 'accent', shape: 'bar', of: ({ offloads }) => offloads },
      { name: 'Inline', colour: 'raw', shape: 'bar', of: ({ inline }) => inline },
      { name: 'Failed open', colour: 'error', shape: 'bar', of: ({ failOpen }) => failOpen },
    ],
    format: formatCount,
    sum: ({ totals }) => formatCount(totals.calls),
  },
  {
    id: 'latency',
    title: 'Latency',
    curves: [
      {
        name: 'Half within',
        colour: 'accent',
        shape: 'line',
        of: ({ durationMs }) => durationMs?.p50 ?? null,
      },
      {
        name: '95 % within',
        colour: 'dim',
        shape: 'dashed',
        of: ({ durationMs }) => durationMs?.p95 ?? null,
      },
    ],
    format: formatDuration,
    sum: ({ totals: { durationMs } }) =>
      durationMs === null ? '—' : `${formatDuration(durationMs.p50)} at half`,
  },
  {
    id: 'dedup',
    title: 'Duplicates: bytes that were stored already',
    curves: [
      {
        name: 'Of all bytes',
        colour: 'dedup',
        shape: 'bar',
        of: ({ dedupBytes, bytes }) => share(dedupBytes, bytes),
      },
    ],
    format: formatPercent,
    sum: ({ totals }) => formatShare(totals.dedupBytes, totals.bytes),
  },
  {
    id: 'cache',
    title: 'Cache on disk',
    curves: [{ name: 'On disk', colour: 'accent', shape: 'area', of: ({ bytesStored }) => bytesStored }],
    format: formatBytes,
    sum: ({ items }) => {
      const now = items.at(-1)?.bytesStored ?? 0
      return cap === undefined ? formatBytes(now) : `${formatShare(now, cap)} of ${formatBytes(cap)}`
    },
    ...(cap !== undefined && { cap }),
  },
]

/** The values of each curve, bucket by bucket, as they are said: not stacked. */
export function valuesOf({ curves, running = false }: Panel, items: readonly Item[]): (number | null)[][] {
  return curves.map(({ of }) => {
    const values = items.map(of)
    if (!running) return values
    let sum = 0
    return values.map((value) => (sum += value ?? 0))
  })
}

/** What the axis says: as short as it can be. */
export const tickOf = ({ id, format }: Panel): ((value: number) => string) =>
  id === 'tokens' || id === 'kept' || id === 'calls' ? formatShort : format
