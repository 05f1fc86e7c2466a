/** From here on a string is kept as bytes: to flatten, measure and encode it in one go would hold everybody else up. */
export const LONG_TEXT_UNITS = 4 * 1024 * 1024

/**
 * Above what an allocator keeps when it is given back (32 MiB in glibc), so that the memory of a text is the system's again after it.
 * Pages that nothing was written to cost nothing.
 */
const SEGMENT_BYTES = 33 * 1024 * 1024
/** What is handed on at a time. */
const PIECE_BYTES = 512 * 1024

interface Segment {
  readonly bytes: Buffer
  used: number
}

/**
 * A string of JSON that is too long to be handled as one: its UTF-8, outside of V8's heap. `JSON.stringify` writes it as the
 * string that it is. A surrogate without its partner becomes U+FFFD, as it does wherever a string is stored.
 */
export class LongText {
  #segments: Segment[] = []
  #bytes = 0
  /** The first half of a character whose second half is still to come. */
  #half = ''

  push(piece: string): void {
    const text = this.#half + piece
    this.#half = isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.slice(-1) : ''
    this.#add(this.#half === '' ? text : text.slice(0, -1))
  }

  /** Nothing comes any more. */
  end(): this {
    this.#add(this.#half)
    this.#half = ''
    return this
  }

  get bytes(): number {
    return this.#bytes
  }

  // oxlint-disable-next-line typescript/require-await -- whoever takes the pieces in waits between them
  async *pieces(): AsyncGenerator<Uint8Array> {
    for (const { bytes, used } of this.#segments)
      for (let at = 0; at < used; at += PIECE_BYTES)
        yield bytes.subarray(at, Math.min(at + PIECE_BYTES, used))
  }

  /** Whether it is the same text as another one, without making a string of either. */
  equals(other: LongText): boolean {
    if (this.#bytes !== other.#bytes) return false
    const [left, right] = [this.#segments, other.#segments]
    for (let i = 0, j = 0, at = 0, otherAt = 0; i < left.length && j < right.length;) {
      const [one, two] = [left[i] as Segment, right[j] as Segment]
      const length = Math.min(one.used - at, two.used - otherAt)
      if (one.bytes.compare(two.bytes, otherAt, otherAt + length, at, at + length) !== 0) return false
      at += length
      otherAt += length
      if (at === one.used) [i, at] = [i + 1, 0]
      if (otherAt === two.used) [j, otherAt] = [j + 1, 0]
    }
    return true
  }

  /** Gives its memory back at once: it is too much to wait for the collector. Afterwards it is empty. */
  release(): void {
    for (const { bytes } of this.#segments) (bytes.buffer as ArrayBuffer).transfer(0)
    this.#segments = []
    this.#bytes = 0
  }

  toString(): string {
    return Buffer.concat(this.#segments.map(({ bytes, used }) => bytes.subarray(0, used))).toString('utf8')
  }

  toJSON(): string {
    return this.toString()
  }

  #add(text: string): void {
    if (text === '') return
    const needed = Buffer.byteLength(text, 'utf8')
    const segment = this.#room(needed)
    segment.bytes.write(text, segment.used, 'utf8')
    segment.used += needed
    this.#bytes += needed
  }

  #room(needed: number): Segment {
    const last = this.#segments.at(-1)
    if (last && last.bytes.length - last.used >= needed) return last
    const added = { bytes: Buffer.allocUnsafeSlow(Math.max(SEGMENT_BYTES, needed)), used: 0 }
    this.#segments.push(added)
    return added
  }
}

const isHighSurrogate = (unit: number) => (unit & 0xfc00) === 0xd800
