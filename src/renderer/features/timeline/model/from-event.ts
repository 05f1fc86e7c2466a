import type { FailOpenData, InlineData, OffloadData, ReadData } from '../../../../shared/event.ts'
import type { Event } from '../../../../shared/event.ts'
import type { ReadRow, StepRow } from './row.ts'

const OUTCOMES = {
  'call.offloaded': 'offloaded',
  'call.inline': 'inline',
  'call.failopen': 'failopen',
  'call.cancelled': 'cancelled',
} as const

/** The group that an event's row lies in: its turn, or its session where it has none. */
export function groupKey(event: Event): string {
  return event.turn ?? `no-turn:${event.session ?? ''}`
}

/** Names the step of a turn, for what is told of it before its call has an id. */
export const stepKey = ({ turn, step }: Pick<Event, 'turn' | 'step'>) => `step:${turn}:${step}`

/** The row of a call event; null for events of other types. */
export function stepRow(event: Event): StepRow | null {
  const outcome = OUTCOMES[event.type as keyof typeof OUTCOMES]
  if (outcome === undefined) return null
  const data = event.data as InlineData & Partial<OffloadData & FailOpenData>
  const entries = data.entries ?? []
  return {
    kind: 'step',
    key: data.call,
    seq: event.seq,
    anchor: event.seq,
    time: Date.parse(event.time),
    group: groupKey(event),
    session: event.session,
    call: data.call,
    step: event.step,
    server: data.server,
    tool: data.tool,
    outcome,
    reason: data.reason ?? null,
    isError: data.isError,
    durationMs: data.durationMs,
    rawBytes: data.rawBytes,
    deliveredBytes: data.deliveredBytes,
    tokensRaw: data.tokensRaw,
    tokensDelivered: data.tokensDelivered,
    entries,
    dedup: entries.some((entry) => entry.dedup),
    redactions: data.redactions?.count ?? 0,
    resolved: 0,
    pinned: false,
    gone: false,
    reads: 0,
  }
}

/** The key of a read's row, which later events name it by. */
export const readKey = (read: number) => `read:${read}`

/** The row of an `entry.read` event, anchored under the step that stored the entry where that is near. */
export function readRow(event: Event, anchor: number): ReadRow {
  const data = event.data as ReadData
  return {
    kind: 'read',
    key: readKey(data.read),
    seq: event.seq,
    anchor,
    time: Date.parse(event.time),
    group: groupKey(event),
    session: event.session,
    entry: event.entry,
    name: data.name,
    label: data.label,
    bytes: data.bytes,
    tokens: data.tokens,
    durationMs: data.durationMs,
  }
}
