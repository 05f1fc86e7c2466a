import type { Database } from 'better-sqlite3'
import type { Stats } from '../../../shared/contract/figures.ts'
import { iso, tokensOf } from '../rows.ts'
import { all, get } from '../statement.ts'

interface TotalsRow {
  tool: string
  calls: number
  offloads: number
  inline: number
  fail_open: number
  dedup_hits: number
  dedup_bytes: number
  reads: number
  raw: number
  delivered: number
  reread: number
}

interface LiveRow {
  tool: string
  entries: number
  bytes: number
}

interface StatsOrder {
  client: string | null
  session?: string
  maxBytes: number
}

const OWN = '(? IS NULL OR client = ?) AND (? IS NULL OR session = ?)'

export function stats(db: Database, { client, session, maxBytes }: StatsOrder): Stats {
  const own = [client, client, session ?? null, session ?? null]
  const totals = all<TotalsRow>(
    db,
    `SELECT source AS tool, sum(calls) AS calls, sum(offloads) AS offloads, sum(inline) AS inline, sum(fail_open) AS fail_open,
       sum(dedup_hits) AS dedup_hits, sum(dedup_bytes) AS dedup_bytes, sum(reads) AS reads, sum(tokens_raw) AS raw,
       sum(tokens_delivered) AS delivered, sum(tokens_reread) AS reread
     FROM totals WHERE ${OWN} GROUP BY source ORDER BY raw DESC`,
    ...own,
  )
  const live = new Map(
    all<LiveRow>(
      db,
      `SELECT source AS tool, count(*) AS entries, sum(bytes) AS bytes FROM entries WHERE blob IS NOT NULL AND ${OWN} GROUP BY source`,
      ...own,
    ).map((row) => [row.tool, row]),
  )
  const sum = (field: Exclude<keyof TotalsRow, 'tool'>) =>
    totals.reduce((total, row) => total + row[field], 0)
  const ages = get<{ oldest: number | null; newest: number | null; entries: number; bytes: number | null }>(
    db,
    `SELECT min(created_at) AS oldest, max(created_at) AS newest, count(*) AS entries, sum(bytes) AS bytes
     FROM entries WHERE blob IS NOT NULL AND ${OWN}`,
    ...own,
  )
  return {
    ...blobFigures(db, client, session),
    entries: ages?.entries ?? 0,
    bytesRaw: ages?.bytes ?? 0,
    maxBytes,
    dedupHits: sum('dedup_hits'),
    dedupBytes: sum('dedup_bytes'),
    calls: sum('calls'),
    offloads: sum('offloads'),
    inline: sum('inline'),
    failOpen: sum('fail_open'),
    // Each call has one outcome, and only of this one there is no sum.
    cancelled: sum('calls') - sum('offloads') - sum('inline') - sum('fail_open'),
    reads: sum('reads'),
    tokens: tokensOf({ raw: sum('raw'), delivered: sum('delivered'), reread: sum('reread') }),
    oldest: ages?.oldest ? iso(ages.oldest) : null,
    newest: ages?.newest ? iso(ages.newest) : null,
    byTool: totals.map((row) => ({
      tool: row.tool,
      calls: row.calls,
      offloads: row.offloads,
      entries: live.get(row.tool)?.entries ?? 0,
      bytes: live.get(row.tool)?.bytes ?? 0,
      tokens: tokensOf(row),
    })),
  }
}

/** The admin sees all blobs, those that only recorded calls hold too; a client those that its entries hold. */
function blobFigures(
  db: Database,
  client: string | null,
  session: string | undefined,
): { blobs: number; bytesStored: number } {
  const everything = client === null && session === undefined
  const row = everything
    ? get<{ blobs: number; stored: number | null }>(
        db,
        'SELECT count(*) AS blobs, sum(stored_bytes) AS stored FROM blobs WHERE sha256 IS NOT NULL',
      )
    : get<{ blobs: number; stored: number | null }>(
        db,
        `SELECT count(*) AS blobs, sum(stored_bytes) AS stored FROM blobs
         WHERE id IN (SELECT blob FROM entries WHERE blob IS NOT NULL AND ${OWN})`,
        client,
        client,
        session ?? null,
        session ?? null,
      )
  return { blobs: row?.blobs ?? 0, bytesStored: row?.stored ?? 0 }
}

/** What all contents take on disk; kept by triggers, so it costs nothing to ask. */
export const storedBytes = (db: Database): number =>
  get<{ bytes: number }>(db, 'SELECT bytes FROM store_size')?.bytes ?? 0
