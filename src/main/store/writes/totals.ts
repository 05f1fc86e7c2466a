import type { Database } from 'better-sqlite3'
import { run } from '../statement.ts'

export interface TotalsDelta {
  calls?: number
  offloads?: number
  inline?: number
  fail_open?: number
  dedup_hits?: number
  dedup_bytes?: number
  reads?: number
  tokens_raw?: number
  tokens_delivered?: number
  tokens_reread?: number
}

const COLUMNS = [
  'calls',
  'offloads',
  'inline',
  'fail_open',
  'dedup_hits',
  'dedup_bytes',
  'reads',
  'tokens_raw',
  'tokens_delivered',
  'tokens_reread',
] as const

const UPSERT = `INSERT INTO totals (client, session, source, ${COLUMNS.join(', ')})
  VALUES (?, ?, ?, ${COLUMNS.map(() => '?').join(', ')})
  ON CONFLICT (session, source) DO UPDATE SET ${COLUMNS.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`

/** Adds to the running totals of one session and tool. */
export function addToTotals(
  db: Database,
  client: string,
  session: string,
  source: string,
  delta: TotalsDelta,
): void {
  run(db, UPSERT, client, session, source, ...COLUMNS.map((name) => delta[name] ?? 0))
}
