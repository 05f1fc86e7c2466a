/** A live entry that may be removed. */
export interface Candidate {
  readonly id: string
  readonly blob: number
  readonly storedBytes: number
  /** How many live entries hold its blob, this one included. */
  readonly holders: number
}

export interface PlanLimits {
  /** Stop as soon as the store is no larger than this; null: every candidate goes. */
  readonly maxBytes: number | null
  /** What the store holds now. */
  readonly storedBytes: number
}

/**
 * Which candidates to remove, in their order (least recently used first). Bytes count as freed only when the last holder of a
 * blob goes, so a shared blob is never counted twice.
 */
export function planPrune(candidates: readonly Candidate[], limits: PlanLimits): Candidate[] {
  if (limits.maxBytes === null) return [...candidates]
  const holdersLeft = new Map<number, number>()
  const doomed: Candidate[] = []
  let size = limits.storedBytes
  for (const candidate of candidates) {
    if (size <= limits.maxBytes) break
    const left = (holdersLeft.get(candidate.blob) ?? candidate.holders) - 1
    holdersLeft.set(candidate.blob, left)
    if (left === 0) size -= candidate.storedBytes
    doomed.push(candidate)
  }
  return doomed
}
