import type { Places } from './virtual-window.ts'

/** Rows that are all equally tall. */
export function evenRows(count: number, rowHeight: number): Places {
  return {
    count,
    height: count * rowHeight,
    topOf: (index) => index * rowHeight,
    indexAt: (y) => Math.max(0, Math.min(count - 1, Math.floor(y / rowHeight))),
  }
}
