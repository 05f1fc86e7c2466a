/** Distinct short strings are counted up to this many; beyond it, only how the values begin and end is known. */
const DISTINCT = 100
const LONGEST_COUNTED = 60
const FIRST = 3

/** The strings seen at one place. */
export class StringTally {
  count = 0
  /** How often each was seen; null once there were too many different ones. */
  values: Map<string, number> | null = new Map()
  firsts: string[] = []
  last = ''
  /** First and last in order, only as long as all begin with a digit: as times do. */
  least: string | null = null
  greatest: string | null = null
  #ordered = true

  add(text: string): void {
    this.#addAll(text, 1)
    if (this.firsts.length < FIRST) this.firsts.push(text)
  }

  merge(other: StringTally): void {
    if (other.count === 0) return
    if (other.values === null) this.values = null
    for (const [text, count] of other.values ?? []) this.#addAll(text, count)
    if (other.values === null) {
      this.count += other.count
      for (const text of [other.least ?? '', other.greatest ?? '']) this.#bound(text)
    }
    this.firsts = [...this.firsts, ...other.firsts].slice(0, FIRST)
    this.last = other.last
  }

  #addAll(text: string, times: number): void {
    this.count += times
    this.last = text
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

/** The numbers seen at one place, as they were spelled. */
export class NumberTally {
  count = 0
  least: { readonly value: number; readonly text: string } | null = null
  greatest: { readonly value: number; readonly text: string } | null = null

  add(text: string): void {
    this.count++
    this.#bound({ value: Number(text), text })
  }

  merge(other: NumberTally): void {
    this.count += other.count
    if (other.least !== null) this.#bound(other.least)
    if (other.greatest !== null) this.#bound(other.greatest)
  }

  #bound(number: { value: number; text: string }): void {
    if (this.least === null || number.value < this.least.value) this.least = number
    if (this.greatest === null || number.value > this.greatest.value) this.greatest = number
  }
}
