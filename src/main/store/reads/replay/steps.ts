import type { Database } from 'better-sqlite3'
import type { ReplayCall, ReplayRead, ReplayStep } from '../../../../shared/contract/replay.ts'
import { estimateTokens } from '../../../policy/estimate.ts'
import { iso } from '../../rows.ts'
import { all } from '../../statement.ts'
import { inThousandths } from '../thousandths.ts'
import { READS_OF_TURNS } from './reads-of.ts'

/** Of arguments, which may hold a whole file, this much is looked at. */
const SAMPLE = 2_048
/** What a line of a list has room for. */
const SHOWN = 200

interface CallRow {
  id: string
  turn: string
  step: number
  at: number
  duration_ms: number
  server: string | null
  tool: string
  sample: string
  chars: number
  is_error: number
  cancelled: number
  raw_bytes: number
  delivered_bytes: number
  tokens_raw: number
  tokens_delivered: number
  entries: string
}

/**
 * The calls and reads of some turns in the order in which they reached the agent, the first `limit`. In one and the same millisecond
 * a call comes before a read: it may be of what the call stored.
 */
export function replaySteps(db: Database, turns: readonly string[], limit: number): ReplayStep[] {
  const ids = JSON.stringify(turns)
  const calls = all<CallRow>(
    db,
    `SELECT c.id, c.turn, c.step, CAST(c.started_at + c.duration_ms AS INTEGER) AS at, c.duration_ms, c.server, c.tool,
       substr(coalesce(c.arguments, ''), 1, ${SAMPLE}) AS sample, length(coalesce(c.arguments, '')) AS chars,
       c.is_error, c.cancelled IS NOT NULL AS cancelled, c.raw_bytes, c.delivered_bytes, c.tokens_raw, c.tokens_delivered,
       (SELECT json_group_array(e.id ORDER BY e.seq) FROM entries e WHERE e.call = c.id) AS entries
     FROM calls c WHERE c.turn IN (SELECT value FROM json_each(?)) ORDER BY at, c.seq LIMIT ?`,
    ids,
    limit,
  )
  const steps: { at: number; step: ReplayStep }[] = [
    ...calls.map((row) => ({ at: row.at, step: toCall(row) })),
    ...readsOf(db, ids, limit).map((row) => ({ at: row.at, step: toRead(row) })),
  ]
  return steps
    .toSorted((a, b) => a.at - b.at)
    .slice(0, limit)
    .map(({ step }) => step)
}

function toCall(row: CallRow): ReplayCall {
  const { sample, chars } = row
  return {
    kind: 'call',
    id: row.id,
    turn: row.turn,
    step: row.step,
    at: iso(row.at),
    durationMs: row.duration_ms,
    server: row.server,
    tool: row.tool,
    arguments: sample.slice(0, SHOWN),
    isError: row.is_error === 1,
    cancelled: row.cancelled === 1,
    rawBytes: row.raw_bytes,
    deliveredBytes: row.delivered_bytes,
    tokens: {
      arguments: chars === 0 ? 0 : Math.ceil((estimateTokens(sample) * chars) / Math.min(chars, SAMPLE)),
      raw: row.tokens_raw,
      delivered: row.tokens_delivered,
    },
    entries: JSON.parse(row.entries) as string[],
  }
}

interface ReadRow {
  seq: number
  counted: string
  at: number
  entry: string
  mode: string
  sought: string | null
  unit: ReplayRead['unit']
  start: number
  end: number
  tokens: number
  spans: string
  total: number
}

const readsOf = (db: Database, ids: string, limit: number): ReadRow[] =>
  all<ReadRow>(
    db,
    `SELECT r.seq, r.counted, r.at, r.entry, r.mode, r.unit, r.start, r.end, r.tokens, r.spans,
       substr(coalesce(r.params ->> '$.pattern', r.params ->> '$.regex', r.params ->> '$.query', r.params ->> '$.path'), 1, ${SHOWN})
         AS sought,
       coalesce(e.chars, e.bytes, 0) AS total
     FROM ${READS_OF_TURNS} r LEFT JOIN entries e ON e.id = r.entry ORDER BY r.at, r.seq LIMIT ?`,
    ids,
    ids,
    limit,
  )

function toRead(row: ReadRow): ReplayRead {
  const { seq, counted, at, entry, mode, sought, unit, start, end, tokens, spans, total } = row
  return {
    kind: 'read',
    id: seq,
    turn: counted,
    at: iso(at),
    entry,
    mode,
    sought,
    unit,
    start,
    end,
    tokens,
    spans: inThousandths(JSON.parse(spans) as [number, number][], total),
  }
}
