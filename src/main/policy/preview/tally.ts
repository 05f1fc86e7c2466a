import { Spaced } from './spaced.ts'

/** Distinct short strings are counted up to this many; beyond it, only samples of the values are known. */
const DISTINCT = 1_000
const LONGEST_COUNTED = 60
const SAMPLES = 24

/** The strings seen at one place. */
export class StringTally {
  count = 0
  /** How often each was seen; null once there were too many different ones. */
  values: Map<string, number> | null = new Map()
  /** Evenly spaced ones, the first and the last among them. */
  readonly samples = new Spaced<string>(SAMPLES)
  /** First and last in order, only as long as all begin with a digit: as times do. */
  least: string | null = null
  greatest: string | null = null
  #ordered = true

  add(text: string): void {
    this.samples.add(text)
    this.#addAll(text, 1)
  }

  merge(other: StringTally): void {
    if (other.count === 0) return
    for (const text of other.samples.things) this.samples.add(text)
    if (other.values === null) this.values = null
    for (const [text, count] of other.values ?? []) this.#addAll(text, count)
    if (other.values === null) {
      this.count += other.count
      for (const text of [other.least ?? '', other.greatest ?? '']) this.#bound(text)
    }
  }

  #addAll(text: string, times: number): void {
    this.count += times
    this.#bound(text)
    if (this.values === null) return
    const seen = this.values.get(text)
    if (text.length > LONGEST_COUNTED || (seen === undefined && this.values.size === DISTINCT))
      this.values = null
    else this.values.set(text, (seen ?? 0) + times)
  }

  #bound(text: string): void {
    if (!this.#ordered) return
    const code = text.charCodeAt(0)
    if (code < 0x30 || code > 0x39) {
      this.#ordered = false
      this.least = null
      this.greatest = null
      return
    }
    if (this.least === null || text < this.least) this.least = text
    if (this.greatest === null || text > this.greatest) this.greatest = text
  }
}

/** The least or the greatest of some numbers. */
export interface Extreme {
  readonly value: number
  /** As it was spelled. */
  readonly text: string
  /** Where it was seen: the line, or the offset of the object around it; what the caller said. */
  readonly at: number
}

/** More different numbers than this are a range, not a choice of values. */
const CHOICES = 12

/** The numbers seen at one place. */
export class NumberTally {
  count = 0
  sum = 0
  least: Extreme | null = null
  greatest: Extreme | null = null
  /** How often each was seen, as spelled; null once there were too many different ones. */
  values: Map<string, number> | null = new Map()

  add(text: string, at = -1): void {
    const value = Number(text)
    this.count++
    this.sum += value
    if (this.least === null || value < this.least.value) this.least = { value, text, at }
    if (this.greatest === null || value > this.greatest.value) this.greatest = { value, text, at }
    if (this.values !== null) this.#tally(text, 1)
  }

  merge(other: NumberTally): void {
    this.count += other.count
    this.sum += other.sum
    const { least, greatest } = other
    if (least !== null && (this.least === null || least.value < this.least.value)) this.least = least
    if (greatest !== null && (this.greatest === null || greatest.value > this.greatest.value))
      this.greatest = greatest
    if (other.values === null) this.values = null
    for (const [text, times] of other.values ?? []) this.#tally(text, times)
  }

  #tally(text: string, times: number): void {
    if (this.values === null) return
    this.values.set(text, (this.values.get(text) ?? 0) + times)
    if (this.values.size > CHOICES) this.values = null
  }
}
