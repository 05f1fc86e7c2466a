import type { Call, ContentKind, Encoding, Entry, Read } from '../../shared/entry.ts'
import type { Event, EventType } from '../../shared/event.ts'
import type { Session, Turn } from '../../shared/contract/recording.ts'

/** Rows as SQLite gives them, and what they become on the public side. */
export const iso = (ms: number) => new Date(ms).toISOString()

export interface EntryRow {
  seq: number
  id: string
  name: string
  blob: number | null
  sha256: string
  bytes: number
  chars: number | null
  lines: number | null
  encoding: Encoding
  mime: string | null
  kind: ContentKind
  complete: number
  scope: 'session' | 'project'
  version: number
  note: number
  tier: 'turn' | 'session' | 'project'
  pinned: number
  client: string
  project: string | null
  session: string
  turn: string | null
  step: number | null
  call: string | null
  server: string | null
  tool: string
  created_at: number
  last_used_at: number
  ttl_seconds: number | null
  expires_at: number | null
  preview: string
  preview_spans: string
  delivered_text: string | null
  omitted: string
  metadata: string
  redactions: number
  summary: string | null
  pruned_at: number | null
  pruned_why: string | null
}

export function toEntry(row: EntryRow): Entry {
  return {
    id: row.id,
    name: row.name,
    sha256: row.sha256,
    bytes: row.bytes,
    chars: row.chars,
    lines: row.lines,
    mime: row.mime,
    kind: row.kind,
    encoding: row.encoding,
    complete: row.complete === 1,
    scope: row.scope,
    version: row.version,
    note: row.note === 1,
    tier: row.pinned === 1 ? 'pinned' : row.tier,
    pinned: row.pinned === 1,
    client: row.client === '' ? null : row.client,
    project: row.project,
    server: row.server,
    tool: row.tool,
    session: row.session,
    turn: row.turn,
    step: row.step,
    createdAt: iso(row.created_at),
    lastUsedAt: iso(row.last_used_at),
    expiresAt: row.expires_at === null || row.pinned === 1 ? null : iso(row.expires_at),
    preview: row.preview,
    omitted: JSON.parse(row.omitted) as Entry['omitted'],
    metadata: JSON.parse(row.metadata) as Entry['metadata'],
    redactions: row.redactions,
    summary: row.summary,
  }
}

export interface CallRow {
  id: string
  session: string
  turn: string
  step: number
  server: string | null
  tool: string
  arguments: string | null
  resolved: string | null
  error: string | null
  client_call: string | null
  repeats: string | null
  is_error: number
  outcome: string
  cancelled: string | null
  started_at: number
  duration_ms: number
  raw_bytes: number
  delivered_bytes: number
  tokens_raw: number
  tokens_delivered: number
  tokens_counted: number
  tokens_exact: number
  result: string | null
  delivered: string | null
}

export function toCall(row: CallRow): Call {
  return {
    id: row.id,
    session: row.session,
    turn: row.turn,
    step: row.step,
    server: row.server,
    tool: row.tool,
    arguments: row.arguments === null ? null : (JSON.parse(row.arguments) as unknown),
    isError: row.is_error === 1,
    offloaded: row.outcome === 'offloaded',
    cancelled: row.cancelled,
    startedAt: iso(row.started_at),
    durationMs: row.duration_ms,
    rawBytes: row.raw_bytes,
    deliveredBytes: row.delivered_bytes,
    tokensRaw: row.tokens_counted === 1 ? row.tokens_raw : null,
    tokensDelivered: row.tokens_counted === 1 ? row.tokens_delivered : null,
    tokensExact: row.tokens_exact === 1,
    deliveredText: row.delivered === null ? null : textOf(row.delivered),
  }
}

/** The text blocks of a delivered result, as an agent's context shows them. */
function textOf(delivered: string): string | null {
  const { content } = JSON.parse(delivered) as { content?: { type?: string; text?: unknown }[] }
  const texts = content?.flatMap((block) => (block.type === 'text' ? [String(block.text)] : [])) ?? []
  return texts.length === 0 ? null : texts.join('\n')
}

export interface ReadRow {
  seq: number
  at: number
  session: string | null
  turn: string | null
  mode: string
  params: string
  unit: Read['unit']
  start: number
  end: number
  spans: string
  chars: number
  tokens: number
}

export function toRead(row: ReadRow): Read {
  return {
    id: row.seq,
    time: iso(row.at),
    session: row.session,
    turn: row.turn,
    mode: row.mode,
    params: JSON.parse(row.params) as Read['params'],
    unit: row.unit,
    start: row.start,
    end: row.end,
    spans: JSON.parse(row.spans) as Read['spans'],
    chars: row.chars,
    tokens: row.tokens,
  }
}

export interface EventRow {
  seq: number
  at: number
  type: EventType
  session: string | null
  turn: string | null
  step: number | null
  entry: string | null
  data: string
}

export function toEvent(row: EventRow): Event {
  const { seq, type, session, turn, step, entry } = row
  return {
    seq,
    time: iso(row.at),
    type,
    session,
    turn,
    step,
    entry,
    data: JSON.parse(row.data) as Event['data'],
  }
}

/** `net = raw - delivered - reread` (N6): what stayed out of contexts, less what was read back into them. */
export const tokensOf = ({ raw, delivered, reread }: { raw: number; delivered: number; reread: number }) => ({
  raw,
  delivered,
  reread,
  net: raw - delivered - reread,
})

export interface SessionRow {
  id: string
  client: string
  client_name: string
  project: string | null
  project_path: string | null
  transport: string
  started_at: number
  last_used_at: number
  turns: number
  calls: number
  raw: number
  delivered: number
  reread: number
  repeats: string | null
}

export function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    client: row.client === '' ? null : row.client,
    clientName: row.client_name,
    project: row.project,
    projectPath: row.project_path,
    transport: row.transport,
    startedAt: iso(row.started_at),
    lastUsedAt: iso(row.last_used_at),
    turns: row.turns,
    calls: row.calls,
    tokens: tokensOf(row),
    repeats: row.repeats,
  }
}

export interface TurnRow {
  id: string
  session: string
  number: number
  title: string | null
  prompt: string | null
  explicit: number
  started_at: number
  ended_at: number | null
  calls: number
}

export function toTurn(row: TurnRow): Turn {
  return {
    id: row.id,
    session: row.session,
    number: row.number,
    title: row.title,
    prompt: row.prompt,
    explicit: row.explicit === 1,
    startedAt: iso(row.started_at),
    endedAt: row.ended_at === null ? null : iso(row.ended_at),
    calls: row.calls,
  }
}
