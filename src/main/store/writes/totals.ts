import type { Database } from 'better-sqlite3'
import { bandOf, MINUTE, WIDTHS } from '../usage.ts'
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
const PACE = `INSERT INTO paces (width, slot, client, source, band, calls) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (width, slot, client, source, band) DO UPDATE SET calls = calls + excluded.calls`

const slotOf = (at: number, width: number): number => Math.floor(at / 1000 / width)

interface Sum {
  readonly of: TotalsOf
  readonly values: number[]
}

interface Paces {
  readonly of: TotalsOf
  readonly band: number
  calls: number
}

/**
 * What writes add to the totals. Added up before it is written, because writes that come together mostly change the same few rows:
 * one by one that would be most of what a small call costs the store.
 */
export class Tally {
  readonly #sums = new Map<string, Sum>()
  readonly #paces = new Map<string, Paces>()
  readonly #used = new Map<string, number>()

  /** Adds to the running totals of one session and tool, and to what they came to at that time. */
  add(of: TotalsOf, delta: TotalsDelta): void {
    this.#addValues(
      of,
      COLUMNS.map((name) => delta[name] ?? 0),
    )
  }

  /** Counts how long a call took; `at` is when it began. */
  addPace(of: TotalsOf, durationMs: number): void {
    this.#addCalls(of, bandOf(durationMs), 1)
  }

  /** The session was used. */
  use(session: string, at: number): void {
    this.#used.set(session, Math.max(at, this.#used.get(session) ?? 0))
  }

  /** Takes in what another one holds. */
  take(other: Tally): void {
    for (const { of, values } of other.#sums.values()) this.#addValues(of, values)
    for (const { of, band, calls } of other.#paces.values()) this.#addCalls(of, band, calls)
    for (const [session, at] of other.#used) this.use(session, at)
  }

  /** Writes it down; afterwards it is empty. */
  write(db: Database): void {
    for (const { of, values } of this.#sums.values()) {
      const { client, session, source, at } = of
      run(db, TOTALS, session, source, client, ...values)
      for (const width of WIDTHS) run(db, USAGE, width, slotOf(at, width), session, source, client, ...values)
    }
    for (const { of, band, calls } of this.#paces.values())
      for (const width of WIDTHS)
        run(db, PACE, width, slotOf(of.at, width), of.client, of.source, band, calls)
    for (const [session, at] of this.#used)
      run(db, 'UPDATE sessions SET last_used_at = ? WHERE id = ?', at, session)
    this.#sums.clear()
    this.#paces.clear()
    this.#used.clear()
  }

  #addValues(of: TotalsOf, values: readonly number[]): void {
    const key = `${slotOf(of.at, MINUTE)} ${of.session} ${of.source}`
    const sum = this.#sums.get(key)
    if (sum) values.forEach((value, column) => (sum.values[column] = (sum.values[column] ?? 0) + value))
    else this.#sums.set(key, { of, values: [...values] })
  }

  #addCalls(of: TotalsOf, band: number, calls: number): void {
    const key = `${slotOf(of.at, MINUTE)} ${band} ${of.client} ${of.source}`
    const paces = this.#paces.get(key)
    if (paces) paces.calls += calls
    else this.#paces.set(key, { of, band, calls })
  }
}
