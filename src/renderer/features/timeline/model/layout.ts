import { placeOf } from './group.ts'
import type { TurnGroup } from './group.ts'
import type { ItemRow, Row, TurnRow } from './row.ts'

export const ROW_HEIGHT = 28
export const TURN_HEIGHT = 30

/** Whether a row passes the filter, told which step a read belongs to. */
export type RowFilter = (row: ItemRow) => boolean

interface Kept {
  version: number
  filter: RowFilter | null
  rows: readonly ItemRow[]
}

/** What the filter leaves of each turn; kept, so that only turns that changed are looked at again. */
const kept = new WeakMap<TurnGroup, Kept>()

function keptRows(group: TurnGroup, filter: RowFilter | null): readonly ItemRow[] {
  if (filter === null) return group.rows
  const last = kept.get(group)
  if (last?.version === group.version && last.filter === filter) return last.rows
  const rows = group.rows.filter(filter)
  kept.set(group, { version: group.version, filter, rows })
  return rows
}

interface Block {
  head: TurnRow
  rows: readonly ItemRow[]
  /** The index of its header in the list, and the header's top in pixels. */
  index: number
  top: number
}

/**
 * Where every row stands. Heights are fixed, so a position is arithmetic over turns and no row is ever measured;
 * making a layout costs the number of turns, asking it the logarithm.
 */
export class Layout {
  readonly count: number
  /** Pixels. */
  readonly height: number
  private readonly blocks: Block[] = []
  private readonly byGroup = new Map<string, Block>()

  constructor(groups: readonly TurnGroup[], filter: RowFilter | null) {
    let index = 0
    let top = 0
    for (const group of groups) {
      const rows = keptRows(group, filter)
      if (rows.length === 0) continue
      const block = { head: group.head, rows, index, top }
      this.blocks.push(block)
      this.byGroup.set(group.head.key, block)
      index += rows.length + 1
      top += TURN_HEIGHT + rows.length * ROW_HEIGHT
    }
    this.count = index
    this.height = top
  }

  rowAt(index: number): Row | undefined {
    const block = this.blockWhere((block) => block.index <= index)
    return block === undefined || index === block.index ? block?.head : block.rows[index - block.index - 1]
  }

  topOf(index: number): number {
    const block = this.blockWhere((block) => block.index <= index)
    if (block === undefined) return 0
    return index === block.index
      ? block.top
      : block.top + TURN_HEIGHT + (index - block.index - 1) * ROW_HEIGHT
  }

  /** The row that covers a pixel. */
  indexAt(y: number): number {
    const block = this.blockWhere((block) => block.top <= y)
    if (block === undefined) return 0
    const below = Math.floor((y - block.top - TURN_HEIGHT) / ROW_HEIGHT) + 1
    return Math.min(block.index + Math.max(0, below), Math.max(0, this.count - 1))
  }

  /** The header of the turn that a pixel lies in. */
  headAt(y: number): TurnRow | undefined {
    return this.blockWhere((block) => block.top <= y)?.head
  }

  /** The index of a row that was in the timeline, or of the place it had; -1 where its turn is not shown. */
  indexOf(row: Row): number {
    const block = this.byGroup.get(row.kind === 'turn' ? row.key : row.group)
    if (block === undefined) return -1
    return row.kind === 'turn' ? block.index : block.index + 1 + placeOf(block.rows, row)
  }

  /** The last block for which `holds` is true; blocks are in order, so true ones come first. */
  private blockWhere(holds: (block: Block) => boolean): Block | undefined {
    let low = 0
    let high = this.blocks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const block = this.blocks[middle]
      if (block !== undefined && holds(block)) low = middle + 1
      else high = middle
    }
    return this.blocks[low - 1]
  }
}
