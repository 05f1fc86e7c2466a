import { savedTokens } from './row.ts'
import type { ItemRow, TurnRow } from './row.ts'

const before = (a: ItemRow, b: Pick<ItemRow, 'anchor' | 'seq'>) =>
  a.anchor < b.anchor || (a.anchor === b.anchor && a.seq < b.seq)

/** The place of a row, or where it would be put, in rows ordered by anchor, then seq. */
export function placeOf(rows: readonly ItemRow[], row: Pick<ItemRow, 'anchor' | 'seq'>): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const at = rows[middle]
    if (at !== undefined && before(at, row)) low = middle + 1
    else high = middle
  }
  return low
}

/** One turn: its header and its rows in order. Rows are replaced, never changed, so that React can compare them. */
export class TurnGroup {
  head: TurnRow
  readonly rows: ItemRow[] = []
  /** The sequence number that the turn is ordered by: the first one known of it. */
  firstSeq: number
  /** Grows with every change, so that what is derived from the rows knows when it is stale. */
  version = 0

  constructor(head: TurnRow, firstSeq: number) {
    this.head = head
    this.firstSeq = firstSeq
  }

  describe(facts: Partial<TurnRow>): void {
    this.head = { ...this.head, ...facts }
    this.version++
  }

  insert(row: ItemRow): void {
    this.rows.splice(placeOf(this.rows, row), 0, row)
    this.count(row, 1)
  }

  remove(row: ItemRow): void {
    const place = placeOf(this.rows, row)
    if (this.rows[place]?.key !== row.key) return
    this.rows.splice(place, 1)
    this.count(row, -1)
  }

  private count(row: ItemRow, sign: 1 | -1): void {
    this.describe({
      calls: this.head.calls + (row.kind === 'step' ? sign : 0),
      saved: this.head.saved + sign * savedTokens(row),
    })
  }
}
