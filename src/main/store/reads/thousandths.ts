type Spans = [number, number][]

/** Finer than any strip is wide. */
const PARTS = 1_000

/** Spans of `total` in thousandths of it, in order and merged: what a strip can show, however often an entry was read. */
export function inThousandths(spans: readonly (readonly [number, number])[], total: number): Spans {
  const merged: Spans = []
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    const from = Math.floor((start / Math.max(1, total)) * PARTS)
    const to = Math.min(PARTS, Math.max(from + 1, Math.ceil((end / Math.max(1, total)) * PARTS)))
    const last = merged.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else if (end > start) merged.push([from, to])
  }
  return merged
}
