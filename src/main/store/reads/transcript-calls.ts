import type { Database } from 'better-sqlite3'
import { all } from '../statement.ts'

/** A recorded call as a transcript is compared with it. */
export interface RecordedCall {
  readonly id: string
  readonly session: string
  readonly turn: string
  readonly server: string | null
  readonly tool: string
  /** JSON; null where there were none, or too many to compare. */
  readonly arguments: string | null
  /** Milliseconds. */
  readonly startedAt: number
  readonly step: number
  readonly clientCall: string | null
}

/** A turn as it is before an import. */
export interface TurnBefore {
  readonly id: string
  readonly prompt: string | null
  /** Its program said when it begins. */
  readonly explicit: boolean
  /** Somebody split or merged it. */
  readonly byHand: boolean
}

export interface TranscriptOrder {
  /** Null: everyone's. */
  readonly client: string | null
  /** Milliseconds: when the transcript begins and ends. */
  readonly from: number
  readonly to: number
}

/** Longer arguments are not compared. */
const LONGEST_ARGUMENTS = 65_536
const MOST_CALLS = 100_000

type Row = Omit<RecordedCall, 'startedAt' | 'clientCall'> & { started_at: number; client_call: string | null }

/** The agents' own calls of a time, and the turns that they are in. */
export function transcriptCalls(
  db: Database,
  { client, from, to }: TranscriptOrder,
): { calls: RecordedCall[]; turns: TurnBefore[] } {
  const rows = all<Row>(
    db,
    `SELECT c.id, c.session, c.turn, c.server, c.tool, c.started_at, c.step, c.client_call,
       CASE WHEN length(c.arguments) <= ${LONGEST_ARGUMENTS} THEN c.arguments END AS arguments
     FROM calls c JOIN sessions s ON s.id = c.session
     WHERE c.started_at BETWEEN ? AND ? AND (? IS NULL OR s.client = ?) AND s.repeats IS NULL
     ORDER BY c.started_at LIMIT ${MOST_CALLS}`,
    from,
    to,
    client,
    client,
  )
  const turns = all<{ id: string; prompt: string | null; explicit: number; by_hand: number }>(
    db,
    'SELECT id, prompt, explicit, by_hand FROM turns WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify([...new Set(rows.map(({ turn }) => turn))]),
  )
  return {
    calls: rows.map(({ started_at: startedAt, client_call: clientCall, ...row }) => ({
      ...row,
      startedAt,
      clientCall,
    })),
    turns: turns.map((row) => ({
      id: row.id,
      prompt: row.prompt,
      explicit: row.explicit === 1,
      byHand: row.by_hand === 1,
    })),
  }
}
