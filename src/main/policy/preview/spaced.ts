/** Evenly spaced ones of any number of things, seen one after the other: every first, then every second, every fourth. */
export class Spaced<T> {
  readonly #most: number
  #kept: T[] = []
  #stride = 1
  #seen = 0
  #last: T | undefined

  /** @param most how many are kept at the most; half as many at the least */
  constructor(most: number) {
    this.#most = most
  }

  add(thing: T): void {
    if (this.#seen++ % this.#stride === 0) {
      if (this.#kept.length === this.#most) {
        this.#kept = this.#kept.filter((_, index) => index % 2 === 0)
        this.#stride *= 2
        if ((this.#seen - 1) % this.#stride === 0) this.#kept.push(thing)
      } else {
        this.#kept.push(thing)
      }
    }
    this.#last = thing
  }

  get seen(): number {
    return this.#seen
  }

  /** In the order in which they were seen; the last one is always among them. */
  get things(): T[] {
    const last = this.#last
    return last === undefined || this.#kept.at(-1) === last ? this.#kept : [...this.#kept, last]
  }
}
