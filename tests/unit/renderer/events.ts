import type { Event, EventType } from '../../../src/shared/event.ts'

let seq = 0

/** An event as the daemon writes it; `seq` counts on unless given. */
export function event(type: EventType, fields: Partial<Event>, data: Record<string, unknown>): Event {
  seq = fields.seq ?? seq + 1
  const time = new Date(1_790_000_000_000 + seq * 1_000).toISOString()
  return { seq, time, type, session: 's_1', turn: 't_1', step: null, entry: null, ...fields, data }
}

const callData = {
  server: 'fs',
  tool: 'read_text_file',
  turnNumber: 1,
  isError: false,
  durationMs: 12,
  rawBytes: 800_000,
  deliveredBytes: 1_600,
  tokensRaw: 200_000,
  tokensDelivered: 400,
}

/** A step that stored one entry. */
export function offload(call: string, entry: string, fields: Partial<Event> = {}, more = {}): Event {
  const stored = {
    id: entry,
    name: `read_${entry}`,
    kind: 'log',
    sha256: 'ab',
    bytes: 800_000,
    lines: 9,
    dedup: false,
  }
  return event('call.offloaded', { entry, ...fields }, { ...callData, call, entries: [stored], ...more })
}

export function inline(call: string, fields: Partial<Event> = {}, more = {}): Event {
  const small = { rawBytes: 90, deliveredBytes: 90, tokensRaw: 20, tokensDelivered: 20 }
  return event('call.inline', fields, { ...callData, ...small, call, ...more })
}

export function read(entry: string, tokens: number, fields: Partial<Event> = {}): Event {
  const data = {
    read: fields.seq ?? seq + 1,
    name: `read_${entry}`,
    mode: 'lines',
    label: 'lines 1–9',
    unit: 'lines',
    start: 1,
    end: 10,
  }
  return event('entry.read', { entry, ...fields }, { ...data, bytes: 400, tokens, durationMs: 1 })
}
