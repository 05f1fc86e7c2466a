/** A blob that may lose its holders, and all of them that may go. */
export interface Candidate {
  readonly blob: number
  readonly storedBytes: number
  /** The entries that hold it and may go. */
  readonly entries: readonly string[]
  /** How many live entries hold it, those included. */
  readonly live: number
  /** Something else holds its bytes. */
  readonly held: boolean
}

/** What is removed together: entries, and the bytes that only they held. */
export interface PruneUnit {
  readonly blob: number
  readonly storedBytes: number
  readonly entries: readonly string[]
  /** Whether its bytes go too. */
  readonly frees: boolean
}

/**
 * What to remove of the candidates, in their order (least recently used first).
 * @param excessBytes null: all of them go. Else only until so many bytes are free, and only what frees some: to take an entry whose
 * bytes something else holds would cost a reference and win nothing. Candidates are then looked at no further than needed.
 */
export function planPrune(candidates: Iterable<Candidate>, excessBytes: number | null): PruneUnit[] {
  const units: PruneUnit[] = []
  let excess = excessBytes ?? Infinity
  if (excess <= 0) return units
  for (const { blob, storedBytes, entries, live, held } of candidates) {
    const frees = entries.length === live && !held
    if (excessBytes !== null && !frees) continue
    if (entries.length === 0 && !frees) continue
    units.push({ blob, storedBytes, entries, frees })
    if (frees) excess -= storedBytes
    if (excess <= 0) break
  }
  return units
}

/** What removing these units takes: the rows and bytes that a dry run names. */
export function sumOf(units: readonly PruneUnit[]): {
  entries: number
  blobs: number
  freedBytes: number
  ids: string[]
} {
  const ids = units.flatMap(({ entries }) => entries)
  const freed = units.filter(({ frees }) => frees)
  return {
    entries: ids.length,
    blobs: freed.length,
    freedBytes: freed.reduce((sum, { storedBytes }) => sum + storedBytes, 0),
    ids,
  }
}

/** Splits a plan into pieces of at most about so many rows each, so that no one removal holds the writer long. */
export function inBatches(units: readonly PruneUnit[], rows: number): PruneUnit[][] {
  const batches: PruneUnit[][] = []
  let room = 0
  for (const unit of units) {
    if (room <= 0) {
      batches.push([])
      room = rows
    }
    batches.at(-1)?.push(unit)
    room -= unit.entries.length + 1
  }
  return batches
}
