import type { Database } from 'better-sqlite3'
import type { OperationOutput } from '../../../shared/contract.ts'
import type { StatsSeries, Usage } from '../../../shared/contract/figures.ts'
import { iso, tokensOf } from '../rows.ts'
import { all, get } from '../statement.ts'
import { type Band, MINUTE, percentilesOf, QUARTER } from '../usage.ts'
import { storedBytes } from './stats.ts'

export interface SeriesOrder {
  client: string | null
  now: number
  seconds: number
  all?: boolean | undefined
  buckets: number
  tool?: string | undefined
}

interface UsageRow {
  calls: number
  offloads: number
  inline: number
  fail_open: number
  entries: number
  bytes: number
  dedup_hits: number
  dedup_bytes: number
  reads: number
  raw: number
  delivered: number
  reread: number
}

/** Equal buckets, the last of which holds now: their length and slots in the slots of `usage`. */
interface Buckets {
  /** Seconds of a slot. */
  readonly width: number
  /** Slots of a bucket. */
  readonly slots: number
  /** Buckets since 1970: the first, and the last. */
  readonly first: number
  readonly last: number
}

const SUMS = `sum(calls) AS calls, sum(offloads) AS offloads, sum(inline) AS inline, sum(fail_open) AS fail_open,
  sum(entries) AS entries, sum(bytes) AS bytes, sum(dedup_hits) AS dedup_hits, sum(dedup_bytes) AS dedup_bytes,
  sum(reads) AS reads, sum(tokens_raw) AS raw, sum(tokens_delivered) AS delivered, sum(tokens_reread) AS reread`
const IN_RANGE = 'width = ? AND slot >= ? AND (? IS NULL OR client = ?) AND (? IS NULL OR source = ?)'
const BUCKET = 'slot / CAST(? AS INTEGER)'
const SESSIONS = 100
const DAY = 86_400

const usageOf = (row: UsageRow | undefined): Usage => ({
  calls: row?.calls ?? 0,
  offloads: row?.offloads ?? 0,
  inline: row?.inline ?? 0,
  failOpen: row?.fail_open ?? 0,
  entries: row?.entries ?? 0,
  bytes: row?.bytes ?? 0,
  dedupHits: row?.dedup_hits ?? 0,
  dedupBytes: row?.dedup_bytes ?? 0,
  reads: row?.reads ?? 0,
  tokens: tokensOf(row ?? { raw: 0, delivered: 0, reread: 0 }),
})

/**
 * Calls, tokens and durations in equal buckets that end with the one of now, empty ones too, and the same range per tool and session.
 * Buckets begin at multiples of their length, so that one does not change once it is over; the first reaches back to the range's begin.
 */
export function series(db: Database, order: SeriesOrder): OperationOutput<'statsSeries'> {
  const buckets = bucketsOf(db, order)
  const { width, slots, first, last } = buckets
  const { client, tool = null } = order
  const range = [width, first * slots, client, client, tool, tool]

  const rows = all<UsageRow & { bucket: number }>(
    db,
    `SELECT ${BUCKET} AS bucket, ${SUMS} FROM usage WHERE ${IN_RANGE} GROUP BY bucket`,
    slots,
    ...range,
  )
  const inBucket = new Map(rows.map((row) => [row.bucket, row]))
  const bands = all<Band & { bucket: number }>(
    db,
    `SELECT ${BUCKET} AS bucket, band, sum(calls) AS calls FROM paces WHERE ${IN_RANGE} GROUP BY bucket, band`,
    slots,
    ...range,
  )
  const bandsIn = Map.groupBy(bands, ({ bucket }) => bucket)
  const sizes = client === null ? sizesOf(db, buckets) : null
  return {
    from: iso(first * slots * width * 1000),
    bucketSeconds: slots * width,
    items: Array.from({ length: last - first + 1 }, (_, index) => ({
      time: iso((first + index) * slots * width * 1000),
      ...usageOf(inBucket.get(first + index)),
      durationMs: percentilesOf(bandsIn.get(first + index) ?? []),
      bytesStored: sizes?.[index] ?? null,
    })),
    totals: {
      ...usageOf(
        get<UsageRow>(db, `SELECT ${SUMS} FROM usage WHERE ${IN_RANGE} HAVING count(*) > 0`, ...range),
      ),
      durationMs: percentilesOf(bands),
    },
    byTool: byTool(db, range),
    ...bySession(db, range),
  }
}

/** Minutes where a day or less is asked for in buckets that quarters of an hour do not make up. */
function bucketsOf(db: Database, { client, now, seconds, all: whole, buckets }: SeriesOrder): Buckets {
  const end = Math.floor(now / 1000)
  const begin = whole ? Math.min(end - DAY, firstSlot(db, client) ?? end) : end - seconds
  const length = Math.ceil((end - begin) / buckets / MINUTE) * MINUTE
  const width = end - begin <= DAY && length % QUARTER !== 0 ? MINUTE : QUARTER
  const slots = Math.ceil(length / width)
  const bucket = (second: number) => Math.floor(second / (slots * width))
  return { width, slots, first: bucket(begin), last: bucket(end) }
}

/** When the first call was, in seconds. */
function firstSlot(db: Database, client: string | null): number | undefined {
  const row = get<{ slot: number }>(
    db,
    'SELECT slot FROM usage WHERE width = ? AND (? IS NULL OR client = ?) ORDER BY slot LIMIT 1',
    QUARTER,
    client,
    client,
  )
  return row && row.slot * QUARTER
}

function byTool(db: Database, range: readonly unknown[]): StatsSeries['byTool'] {
  const bands = all<Band & { source: string }>(
    db,
    `SELECT source, band, sum(calls) AS calls FROM paces WHERE ${IN_RANGE} GROUP BY source, band`,
    ...range,
  )
  const bandsOf = Map.groupBy(bands, ({ source }) => source)
  return all<UsageRow & { source: string }>(
    db,
    `SELECT source, ${SUMS} FROM usage WHERE ${IN_RANGE} GROUP BY source ORDER BY raw DESC, source`,
    ...range,
  ).map((row) => ({
    tool: row.source,
    ...usageOf(row),
    durationMs: percentilesOf(bandsOf.get(row.source) ?? []),
  }))
}

function bySession(db: Database, range: readonly unknown[]): Pick<StatsSeries, 'bySession' | 'sessions'> {
  const rows = all<UsageRow & { session: string; name: string; path: string | null; sessions: number }>(
    db,
    `SELECT u.*, s.client_name AS name, p.path FROM
       (SELECT session, ${SUMS}, count(*) OVER () AS sessions FROM usage WHERE ${IN_RANGE}
        GROUP BY session ORDER BY raw DESC, session LIMIT ${SESSIONS}) u
     JOIN sessions s ON s.id = u.session LEFT JOIN projects p ON p.id = s.project ORDER BY raw DESC, u.session`,
    ...range,
  )
  return {
    bySession: rows.map((row) => ({
      session: row.session,
      clientName: row.name,
      projectPath: row.path,
      ...usageOf(row),
    })),
    sessions: rows[0]?.sessions ?? 0,
  }
}

/** The bytes on disk at the end of each bucket: what was last noted, which holds until the next change. */
function sizesOf(db: Database, { width, slots, first, last }: Buckets): (number | null)[] {
  const minutes = (slots * width) / MINUTE
  const before = get<{ bytes: number }>(
    db,
    'SELECT bytes FROM size_history WHERE minute < ? ORDER BY minute DESC LIMIT 1',
    first * minutes,
  )
  const rows = all<{ bucket: number; bytes: number }>(
    db,
    // SQLite takes `bytes` from the row that has the maximum.
    `SELECT minute / CAST(? AS INTEGER) AS bucket, bytes, max(minute) FROM size_history WHERE minute >= ? GROUP BY bucket`,
    minutes,
    first * minutes,
  )
  const changed = new Map(rows.map(({ bucket, bytes }) => [bucket, bytes]))
  let bytes = before?.bytes ?? null
  return Array.from({ length: last - first + 1 }, (_, index) => {
    bytes = first + index === last ? storedBytes(db) : (changed.get(first + index) ?? bytes)
    return bytes
  })
}
