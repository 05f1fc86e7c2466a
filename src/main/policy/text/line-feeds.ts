import { countLineFeeds } from './words.ts'

const LINE_FEED = 0x0a
/** A text whose lines are shorter on average is counted only: to note so many would take as much room as the text. */
const SHORTEST = 16
/** As many as a megabyte has of lines of usual length. */
const KEPT = 16 * 1024

/** The room of this thread that nobody uses at the moment. */
let spare: Uint32Array | null = null

/**
 * Where the line feeds of a text are, noted when they are counted: whoever goes through its lines would have to find each again, and
 * that takes as long as what is done with most lines.
 */
export class LineFeeds {
  readonly #mostBytes: number
  #positions: Uint32Array
  #count = 0
  #bytes = 0
  #isComplete = true

  /** @param mostBytes of a longer text none are noted */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
    this.#positions = spare ?? new Uint32Array(KEPT)
    spare = null
  }

  /** Takes the next bytes of the text; returns how many line feeds there are in them. */
  push(bytes: Uint8Array): number {
    const offset = this.#bytes
    this.#bytes += bytes.length
    if (this.#bytes > this.#mostBytes) this.#isComplete = false
    return this.#isComplete ? this.#note(bytes, offset) : countLineFeeds(bytes)
  }

  /** Whether all that were pushed are noted. */
  get isComplete(): boolean {
    return this.#isComplete
  }

  /** The offset of one of them, counted from 0; -1 where there are fewer. Good until the room is given back. */
  at(index: number): number {
    return index < this.#count ? (this.#positions[index] as number) : -1
  }

  giveBack(): void {
    if (this.#positions.length === KEPT) spare = this.#positions
  }

  #note(bytes: Uint8Array, offset: number): number {
    const before = this.#count
    const most = before + Math.ceil(bytes.length / SHORTEST)
    this.#reserve(most)
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let at = buffer.indexOf(LINE_FEED); at >= 0; at = buffer.indexOf(LINE_FEED, at + 1)) {
      if (this.#count === most) {
        this.#isComplete = false
        return countLineFeeds(bytes)
      }
      this.#positions[this.#count++] = offset + at
    }
    return this.#count - before
  }

  #reserve(count: number): void {
    if (count <= this.#positions.length) return
    const room = new Uint32Array(Math.max(count, 2 * this.#positions.length))
    room.set(this.#positions)
    this.#positions = room
  }
}
