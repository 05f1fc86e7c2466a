import type { Entry } from '../../../shared/entry.ts'
import type { OperationInput } from '../../../shared/contract.ts'
import { formatMoment } from '../../ui/format.ts'

type Order = OperationInput<'prune'>

/** What a person chose to prune. All fields are kept while they change their mind. */
export interface What {
  by: 'expired' | 'age' | 'size' | 'tool' | 'session' | 'all'
  seconds: number
  /** What may stay, in MB. */
  megabytes: string
  /** A glob on `server.tool`. */
  tool: string
  session: string
}

export const AGES = [
  { name: '1 hour', seconds: 3_600 },
  { name: '1 day', seconds: 86_400 },
  { name: '7 days', seconds: 604_800 },
  { name: '30 days', seconds: 2_592_000 },
] as const

const MB = 1_024 * 1_024

/** The choice as the daemon takes it; null where it is not complete. */
export function orderOf({ by, seconds, megabytes, tool, session }: What): Order | null {
  if (by === 'expired') return {}
  if (by === 'age') return { olderThanSeconds: seconds }
  if (by === 'all') return { all: true }
  if (by === 'session') return session === '' ? null : { session }
  if (by === 'tool') return tool.trim() === '' ? null : { tool: tool.trim() }
  return /^\d+$/.test(megabytes.trim()) ? { maxBytes: Number(megabytes) * MB } : null
}

/** How many go with one request, so that the rest can be counted and stopped. */
const SLICE = 1_000

/** What was shown, in pieces: each names its entries, so that nothing that came since goes with them. */
export function slicesOf(order: Order, ids: readonly string[]): { order: Order; count: number }[] {
  // What is past its life goes by itself too, and a size would be compared again with what is left.
  const { maxBytes: _, ...rest } = order
  if (Object.keys(order).length === 0) return [{ order, count: ids.length }]
  return Array.from({ length: Math.max(1, Math.ceil(ids.length / SLICE)) }, (_, index) => {
    const slice = ids.slice(index * SLICE, (index + 1) * SLICE)
    return { order: { ...rest, ids: slice }, count: slice.length }
  })
}

/** Why an entry would go. */
export function why(by: What['by'], { lastUsedAt, expiresAt }: Entry): string {
  if (by === 'expired' && expiresAt !== null) return `expired ${formatMoment(Date.parse(expiresAt))}`
  return `last used ${formatMoment(Date.parse(lastUsedAt))}`
}
