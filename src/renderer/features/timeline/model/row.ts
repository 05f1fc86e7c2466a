import type { OffloadData } from '../../../../shared/event.ts'

interface RowBase {
  /** Unique and stable: React's key and the selection's name for the row. */
  readonly key: string
  readonly seq: number
  /** Rows of a turn are ordered by anchor, then seq: a read that followed its step carries the step's seq. */
  readonly anchor: number
  /** Milliseconds since the epoch. */
  readonly time: number
  /** The key of the turn group that the row lies in. */
  readonly group: string
  readonly session: string | null
}

/** One upstream call. Sizes in bytes; tokens are estimates until `tokensExact`. */
export interface StepRow extends RowBase {
  readonly kind: 'step'
  readonly call: string
  readonly step: number | null
  readonly server: string | null
  readonly tool: string
  readonly outcome: 'offloaded' | 'inline' | 'failopen' | 'cancelled'
  /** Why storing failed, or the client gave the call up. */
  readonly reason: string | null
  readonly isError: boolean
  readonly durationMs: number
  readonly rawBytes: number
  readonly deliveredBytes: number
  readonly tokensRaw: number
  readonly tokensDelivered: number
  readonly entries: OffloadData['entries']
  readonly dedup: boolean
  /** Stretches that were replaced before anything was stored. */
  readonly redactions: number
  /** References in its arguments that were replaced by stored values. */
  readonly resolved: number
  readonly pinned: boolean
  /** Its content was removed from the store since. */
  readonly gone: boolean
  /** How many slices were read from it, in any turn. */
  readonly reads: number
}

/** One read of stored content by an agent: tokens that were paid after all. */
export interface ReadRow extends RowBase {
  readonly kind: 'read'
  readonly entry: string | null
  readonly name: string
  /** How the read is written on one line: `grep "ERROR|FATAL"`. */
  readonly label: string
  readonly bytes: number
  readonly tokens: number
  readonly durationMs: number
}

export type ItemRow = StepRow | ReadRow

/** The header of one turn, with its sums over the rows known here. */
export interface TurnRow {
  readonly kind: 'turn'
  readonly key: string
  readonly turn: string | null
  readonly session: string | null
  readonly number: number | null
  readonly title: string | null
  readonly prompt: string | null
  readonly calls: number
  /** Tokens kept out of the context, less the tokens of reads. */
  readonly saved: number
}

export type Row = TurnRow | ItemRow

/** Tokens that a row kept out of the context; negative for a read. */
export function savedTokens(row: ItemRow): number {
  return row.kind === 'read' ? -row.tokens : row.tokensRaw - row.tokensDelivered
}
