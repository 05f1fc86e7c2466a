import { excerpt } from './excerpt.ts'
import type { Line } from './fit.ts'

const NAME = 80

/**
 * `Title (11): a ×12, b ×3`: the most frequent names, `sure` of them together and up to `most` for the room that is left.
 * The title says how many names there are in all.
 */
export function tallyLines(
  title: string,
  counts: Counts,
  { rank, sure, most }: { rank: number; sure: number; most: number },
): Line[] {
  // Of many names that occur once, some say nothing of the others.
  const isLong = counts.size > most
  const top = counts
    .top(most)
    .filter(([, times], i) => i < sure || times > 1 || !isLong)
    .map(([name, times]) => `${excerpt(name, NAME)} ×${times}`)
  if (top.length === 0) return []
  const others = counts.others > 0 ? `over ${counts.size}` : String(counts.size)
  const group = { prefix: `${title}${counts.size > sure ? ` (${others})` : ''}: `, joiner: ', ' }
  return [
    { text: top.slice(0, sure).join(', '), rank, group },
    ...top.slice(sure).map((text, i) => ({ text, rank: rank + 6 + i, group })),
  ]
}

/** Counts by name, in order of appearance; names beyond `most` are counted together. */
export class Counts {
  /** Each count in an object: to add to it is one look-up, and logs are counted line by line. */
  readonly #counts = new Map<string, { times: number }>()
  readonly #most: number
  /** What was seen after there were too many names. */
  others = 0

  constructor(most = 2_000) {
    this.#most = most
  }

  add(name: string, times = 1): void {
    const known = this.#counts.get(name)
    if (known !== undefined) known.times += times
    else if (this.#counts.size < this.#most) this.#counts.set(name, { times })
    else this.others += times
  }

  get size(): number {
    return this.#counts.size
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, { times }) => sum + times, this.others)
  }

  get(name: string): number {
    return this.#counts.get(name)?.times ?? 0
  }

  /** The most frequent first. */
  top(count = Infinity): [string, number][] {
    return Array.from(this.#counts, ([name, { times }]): [string, number] => [name, times])
      .sort(([, a], [, b]) => b - a)
      .slice(0, count)
  }

  /** `a ×12, b ×3, 4 more`, the most frequent first. */
  describe(count: number): string {
    const shown = this.top(count).map(([name, times]) => `${name} ×${times}`)
    const more = this.size - shown.length
    return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ')
  }
}
