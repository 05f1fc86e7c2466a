import type { LineFeeds } from './line-feeds.ts'
import { countContinuations } from './words.ts'

const LINE_FEED = 0x0a

/**
 * A text as its UTF-8. Of a long one nearly all is only gone through, and bytes are gone through as they came: a string of a megabyte
 * takes longer to make and to collect than all that is done with it. So strings are made of what somebody quotes, and of the whole
 * only for who asks. Offsets are in bytes.
 */
export class Utf8Text {
  readonly bytes: Buffer
  /** Where its lines end, if that is known. */
  readonly #lineFeeds: LineFeeds | null
  #text: string | null = null
  #escapes: boolean | null = null

  /** @param bytes valid UTF-8, which nobody may write over as long as this is used */
  constructor(bytes: Uint8Array, lineFeeds: LineFeeds | null = null) {
    this.#lineFeeds = lineFeeds?.isComplete ? lineFeeds : null
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** @param text well-formed */
  static of(text: string): Utf8Text {
    return new Utf8Text(Buffer.from(text))
  }

  /** The offset of the line feed that ends the line that begins at `start`, -1 where none does. @param number of the line, from 0 */
  endOfLine(number: number, start: number): number {
    return this.#lineFeeds === null ? this.bytes.indexOf(LINE_FEED, start) : this.#lineFeeds.at(number)
  }

  /** In bytes. */
  get length(): number {
    return this.bytes.length
  }

  /** Whether anything in it begins an escape sequence for terminals. */
  get hasEscapes(): boolean {
    return (this.#escapes ??= this.bytes.includes(0x1b))
  }

  /** A stretch of it; offsets inside a character stand for its start. */
  slice(start: number, end = this.length): string {
    if (start <= 0 && end >= this.length) return this.toString()
    return this.bytes.toString('utf8', this.#characterAt(start), this.#characterAt(end))
  }

  /** All of it as a string. */
  toString(): string {
    return (this.#text ??= this.bytes.toString())
  }

  /** How many code points begin between two offsets. */
  countChars(start = 0, end = this.length): number {
    return end - start - countContinuations(this.bytes.subarray(start, end))
  }

  #characterAt(offset: number): number {
    let at = Math.min(Math.max(offset, 0), this.length)
    while (((this.bytes[at] ?? 0) & 0xc0) === 0x80) at--
    return at
  }
}
