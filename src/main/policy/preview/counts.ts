/** Counts by name, in order of appearance; names beyond `most` are counted together. */
export class Counts {
  readonly #counts = new Map<string, number>()
  readonly #most: number
  /** What was seen after there were too many names. */
  others = 0

  constructor(most = 2_000) {
    this.#most = most
  }

  add(name: string, times = 1): void {
    const known = this.#counts.get(name)
    if (known === undefined && this.#counts.size >= this.#most) this.others += times
    else this.#counts.set(name, (known ?? 0) + times)
  }

  get size(): number {
    return this.#counts.size
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, this.others)
  }

  get(name: string): number {
    return this.#counts.get(name) ?? 0
  }

  /** The most frequent first. */
  top(count = Infinity): [string, number][] {
    return [...this.#counts].sort(([, a], [, b]) => b - a).slice(0, count)
  }

  /** `a ×12, b ×3, 4 more`, the most frequent first. */
  describe(count: number): string {
    const shown = this.top(count).map(([name, times]) => `${name} ×${times}`)
    const more = this.size - shown.length
    return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ')
  }
}
