import type { Database } from 'better-sqlite3'
import type { Replay } from '../../../../shared/contract/replay.ts'
import { tokensOf } from '../../rows.ts'
import { all, get } from '../../statement.ts'
import { READS_OF_TURNS } from './reads-of.ts'

/** What some turns came to. */
export function sumsOf(db: Database, turns: readonly string[]): Replay['sums'] {
  const ids = JSON.stringify(turns)
  const calls = get<{ n: number; raw: number; delivered: number }>(
    db,
    `SELECT count(*) AS n, coalesce(sum(tokens_raw), 0) AS raw, coalesce(sum(tokens_delivered), 0) AS delivered
     FROM calls WHERE turn IN (SELECT value FROM json_each(?))`,
    ids,
  ) ?? { n: 0, raw: 0, delivered: 0 }
  const reads = get<{ n: number; reread: number }>(
    db,
    `SELECT count(*) AS n, coalesce(sum(r.tokens), 0) AS reread FROM ${READS_OF_TURNS} r`,
    ids,
    ids,
  ) ?? { n: 0, reread: 0 }
  return { calls: calls.n, reads: reads.n, tokens: tokensOf({ ...calls, reread: reads.reread }) }
}

/** What the turns of a session before a number came to. */
export function sumsBefore(db: Database, session: string, number: number): Replay['before'] {
  const before = all<{ id: string }>(
    db,
    'SELECT id FROM turns WHERE session = ? AND number < ?',
    session,
    number,
  )
  const turns = before.map(({ id }) => id)
  return { turns: turns.length, ...sumsOf(db, turns) }
}
