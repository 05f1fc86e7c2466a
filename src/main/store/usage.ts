/** The seconds of the slots that `usage` and `paces` count in: minutes for the last day, quarters of an hour for ever. */
export const MINUTE = 60
export const QUARTER = 900
export const WIDTHS = [MINUTE, QUARTER] as const

/** Bands of 2 %: a percentile read from them is within 1 %. */
const BANDS = 50
const SHORTEST_MS = 0.1

/** The band that counts a call of so many milliseconds. */
export const bandOf = (durationMs: number): number =>
  Math.round(BANDS * Math.log(Math.max(durationMs, SHORTEST_MS)))

const middleOf = (band: number): number => Number(Math.exp(band / BANDS).toPrecision(3))

export interface Band {
  readonly band: number
  readonly calls: number
}

/** Half of the calls took at most `p50` milliseconds, 95 of 100 at most `p95`; null where there were none. */
export function percentilesOf(bands: readonly Band[]): { p50: number; p95: number } | null {
  const ascending = bands.toSorted((a, b) => a.band - b.band)
  const all = ascending.reduce((sum, { calls }) => sum + calls, 0)
  const reached = (share: number) => {
    let seen = 0
    return ascending.find(({ calls }) => (seen += calls) >= share * all)
  }
  const p50 = reached(0.5)
  const p95 = reached(0.95)
  return p50 && p95 ? { p50: middleOf(p50.band), p95: middleOf(p95.band) } : null
}
