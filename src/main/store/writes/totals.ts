import type { Database } from 'better-sqlite3'
import { bandOf, WIDTHS } from '../usage.ts'
import { run } from '../statement.ts'

const COLUMNS = [
  'calls',
  'offloads',
  'inline',
  'fail_open',
  'entries',
  'bytes',
  'dedup_hits',
  'dedup_bytes',
  'reads',
  'tokens_raw',
  'tokens_delivered',
  'tokens_reread',
] as const

export type TotalsDelta = Partial<Record<(typeof COLUMNS)[number], number>>

/** Whose totals change, and when what changed them happened (milliseconds). */
interface TotalsOf {
  readonly client: string
  readonly session: string
  readonly source: string
  readonly at: number
}

const upsert = (table: string, key: string) =>
  `INSERT INTO ${table} (${key}, client, ${COLUMNS.join(', ')})
   VALUES (${`${key}, client`.replaceAll(/\w+/g, '?')}, ${COLUMNS.map(() => '?').join(', ')})
   ON CONFLICT (${key}) DO UPDATE SET ${COLUMNS.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`

const TOTALS = upsert('totals', 'session, source')
const USAGE = upsert('usage', 'width, slot, session, source')
const PACE = `INSERT INTO paces (width, slot, client, source, band, calls) VALUES (?, ?, ?, ?, ?, 1)
  ON CONFLICT (width, slot, client, source, band) DO UPDATE SET calls = calls + 1`

const slotOf = (at: number, width: number): number => Math.floor(at / 1000 / width)

/** Adds to the running totals of one session and tool, and to what they came to at that time. */
export function addToTotals(db: Database, of: TotalsOf, delta: TotalsDelta): void {
  const { client, session, source, at } = of
  const values = COLUMNS.map((name) => delta[name] ?? 0)
  run(db, TOTALS, session, source, client, ...values)
  for (const width of WIDTHS) run(db, USAGE, width, slotOf(at, width), session, source, client, ...values)
}

/** Counts how long a call took; `at` is when it began. */
export function addPace(db: Database, { client, source, at }: TotalsOf, durationMs: number): void {
  for (const width of WIDTHS) run(db, PACE, width, slotOf(at, width), client, source, bandOf(durationMs))
}
