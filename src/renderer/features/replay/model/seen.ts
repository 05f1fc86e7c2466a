import type { Span } from '../../content/coverage.ts'
import { mergeSpans } from '../../content/coverage.ts'
import type { Run } from './moments.ts'

/** What the agent had seen of an entry by some moment, in thousandths of it. */
export interface SeenSoFar {
  readonly preview: readonly Span[]
  readonly reads: readonly Span[]
  /** How many thousandths, each once. */
  readonly seen: number
}

const merged = new WeakMap<Run, Map<string, SeenSoFar>>()

/**
 * What had been seen of an entry once the moment at `index` was in the context; null while it was not known. It is the same object
 * until something more is read, so that rows of which nothing changes are not rendered again.
 */
export function seenSoFar(run: Run, entry: string, index: number): SeenSoFar | null {
  const since = run.knownSince(entry)
  const known = run.entries.get(entry)
  if (known === undefined || since < 0 || since > index) return null
  const { preview, earlier } = known
  const by = run.readsOf(entry).filter((at) => at <= index)
  const cache = merged.get(run) ?? new Map<string, SeenSoFar>()
  merged.set(run, cache)
  const key = `${entry} ${by.length}`
  const before = cache.get(key)
  if (before !== undefined) return before
  const read = by.flatMap((at) => {
    const moment = run.moments[at]
    return moment?.kind === 'read' ? moment.read.spans : []
  })
  const reads = mergeSpans([...earlier, ...read])
  const all = mergeSpans([...preview, ...reads])
  const seen = { preview, reads, seen: all.reduce((sum, [start, end]) => sum + end - start, 0) }
  cache.set(key, seen)
  return seen
}

/** The entries that were known by then, the last one first. */
export function knownEntries(run: Run, index: number): string[] {
  return [...run.entries.keys()]
    .filter((entry) => {
      const since = run.knownSince(entry)
      return since >= 0 && since <= index
    })
    .toSorted((a, b) => run.knownSince(b) - run.knownSince(a))
}
