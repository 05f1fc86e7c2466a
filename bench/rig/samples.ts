export interface Summary {
  readonly n: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

const round = (value: number) => Number(value.toPrecision(4))

/** Nearest rank: always a value that was measured. */
export function percentile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(sorted.length * q) - 1)]
  if (value === undefined) throw new RangeError('there are no samples')
  return value
}

/** What a benchmark says of its samples, in their own unit, with four digits. */
export function summarize(values: readonly number[]): Summary {
  const at = (q: number) => round(percentile(values, q))
  return { n: values.length, p50: at(0.5), p99: at(0.99), max: at(1) }
}

/** How long `work` took, in milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

export interface Contender {
  /** Does one run; `nth` counts from 0, warm-up included. */
  run(nth: number): unknown
}

interface Turns {
  readonly rounds: number
  readonly warmUp: number
  /** How many runs each contender does before it is the next one's turn. */
  readonly stretch?: number
}

/**
 * Runs the contenders in turns, so that whatever else the machine does falls on all of them alike: only their
 * ratios mean anything. The order is reversed in every second round, since the first of two equal ones tends to lose.
 *
 * One run each in turn means that each finds the processor's caches full of the others' work, and processes that sleep. In stretches
 * only the first runs do, and they count like the rest.
 * @returns milliseconds of each run by contender, without the warm-up
 */
export async function interleave<K extends string>(
  contenders: Record<K, Contender['run']>,
  { rounds, warmUp, stretch = 1 }: Turns,
): Promise<Record<K, number[]>> {
  const names = Object.keys(contenders) as K[]
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      for (let run = 0; run < stretch; run++) {
        const ms = await timed(() => contenders[name](round * stretch + run))
        if (round >= warmUp) samples[name].push(ms)
      }
    }
  }
  return samples
}

/** The quotient of two medians, with three digits. */
export const ratio = (values: readonly number[], beside: readonly number[], q = 0.5): number =>
  Number((percentile(values, q) / percentile(beside, q)).toPrecision(3))
