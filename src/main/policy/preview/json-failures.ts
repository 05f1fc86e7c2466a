import { isRecord } from '../payload.ts'
import { counted, excerpt } from './excerpt.ts'
import type { Line } from './fit.ts'
import { valueAt, type Failures } from './json-scan.ts'
import { labelOf } from './label.ts'

const LONGEST = 20_000
/** Where tools say why something failed, best first. */
const REASONS = [
  'failureMessages',
  'failureMessage',
  'message',
  'error',
  'err',
  'reason',
  'msg',
  'longrepr',
  'detail',
]
const TOGETHER = 150

/** The first of what says of itself that it failed, by name and reason, with the place where it begins. */
export function describeFailures(
  { count, starts }: Failures,
  source: string,
  locate: (start: number) => string,
): Line[] {
  const described = starts.flatMap((start) => describe(valueAt(source, start, LONGEST), start) ?? [])
  // What gives no reason holds what failed rather than failed itself.
  const reasoned = described.filter(({ reason }) => reason !== null)
  const places = new Map<string, number[]>()
  for (const { start, name, reason } of reasoned.length > 0 ? reasoned : described) {
    const text = excerpt([name, reason].filter((part) => part !== null).join(': '), TOGETHER)
    places.set(text, [...(places.get(text) ?? []), start])
  }
  const lines = [...places].map(([text, [first = 0, ...others]], i) => ({
    text: `${locate(first)}: ${text}${others.length > 0 ? ` (also ${others.map(locate).join(', ')})` : ''}`,
    rank: 2 + 2 * i,
  }))
  if (lines.length === 0) return []
  return [{ text: `${counted(count, 'object')} with an error or failure, first:`, rank: 1 }, ...lines]
}

interface Failure {
  readonly start: number
  readonly name: string | null
  readonly reason: string | null
}

function describe(item: unknown, start: number): Failure | null {
  if (!isRecord(item)) return null
  const name = labelOf(item)
  const reasons = [...new Set(REASONS.flatMap((key) => textOf(item[key]) ?? []))].slice(0, 2)
  if (name === null && reasons.length === 0) return null
  return {
    start,
    name: name === null || reasons.includes(name) ? null : excerpt(name, 60),
    reason: reasons.length === 0 ? null : reasons.join(' | '),
  }
}

/** The first text in a reason, which may be wrapped in a list or in an object with a message. */
function textOf(value: unknown): string | null {
  // Below its first line stands where it was thrown.
  if (typeof value === 'string') return value.trim().split('\n')[0] || null
  if (Array.isArray(value)) return textOf(value[0])
  return isRecord(value) ? textOf(value['message'] ?? value['crash']) : null
}
