import type { Database } from 'better-sqlite3'
import type { Replay } from '../../../../shared/contract/replay.ts'
import { estimateTokens } from '../../../policy/estimate.ts'
import { get } from '../../statement.ts'
import { session } from '../sessions.ts'
import { replayEntries } from './entries.ts'
import { replaySteps } from './steps.ts'
import { sumsBefore, sumsOf } from './sums.ts'

export interface ReplayOrder {
  readonly of: { readonly turn: string } | { readonly session: string }
  /** The first so many steps. */
  readonly limit: number
  /** Null: everyone's. */
  readonly client: string | null
}

/** What came into the context in a turn or over a session; null where the client has none of that id. */
export function replay(db: Database, { of, limit, client }: ReplayOrder): Replay | null {
  const wanted = 'turn' in of ? sessionOfTurn(db, of.turn) : of.session
  const found = wanted === null ? null : session(db, { id: wanted, client })
  if (found === null) return null
  const turns = 'turn' in of ? found.turnList.filter(({ id }) => id === of.turn) : found.turnList
  const ids = turns.map(({ id }) => id)
  const steps = replaySteps(db, ids, limit)
  const { id, clientName, projectPath, startedAt } = found
  return {
    session: id,
    clientName,
    projectPath,
    turns: turns.map((turn) => ({ ...turn, promptTokens: estimateTokens(turn.prompt ?? '') })),
    before: sumsBefore(db, id, turns[0]?.number ?? 0),
    sums: sumsOf(db, ids),
    steps,
    entries: replayEntries(db, steps, { session: id, begin: Date.parse(turns[0]?.startedAt ?? startedAt) }),
  }
}

const sessionOfTurn = (db: Database, turn: string): string | null =>
  get<{ session: string }>(db, 'SELECT session FROM turns WHERE id = ?', turn)?.session ?? null
