export type Span = readonly [start: number, end: number]

/** Spans in order, without overlaps. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: [number, number][] = []
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end)
    else if (end > start) merged.push([start, end])
  }
  return merged
}

/** What the agent has seen of an entry, in characters (bytes where it is binary). */
export interface Coverage {
  readonly preview: readonly Span[]
  readonly reads: readonly Span[]
  /** Both together. */
  readonly all: readonly Span[]
  /** How much of it, each character once. */
  readonly seen: number
}

export function coverageOf(preview: readonly Span[], reads: readonly { spans: readonly Span[] }[]): Coverage {
  const read = mergeSpans(reads.flatMap(({ spans }) => spans))
  const all = mergeSpans([...preview, ...read])
  return {
    preview: mergeSpans(preview),
    reads: read,
    all,
    seen: all.reduce((sum, [start, end]) => sum + end - start, 0),
  }
}

/** Whether ordered spans touch the half-open range. */
export function touches(spans: readonly Span[], start: number, end: number): boolean {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const span = spans[middle]
    if (span !== undefined && span[1] <= start) low = middle + 1
    else high = middle
  }
  const span = spans[low]
  return span !== undefined && span[0] < end
}

/** Whether ordered spans hold all of the half-open range. */
export function holds(spans: readonly Span[], start: number, end: number): boolean {
  return spans.some(([from, to]) => from <= start && end <= to)
}
