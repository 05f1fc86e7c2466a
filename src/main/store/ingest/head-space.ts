import { free } from '../../threads/free.ts'

/** As long as most contents. */
const KEPT_BYTES = 1024 * 1024

/** The room of this thread that nobody uses at the moment. */
let spare: Buffer | null = null

/**
 * Holds the start of a content, in memory that is used again for the next one: a megabyte that each content leaves behind is
 * collected at the price of a whole collection, and that took longer than all else that is done with the content.
 */
export class HeadSpace {
  #room: Buffer
  #length = 0

  constructor() {
    this.#room = spare ?? Buffer.allocUnsafeSlow(KEPT_BYTES)
    spare = null
  }

  push(bytes: Uint8Array): void {
    const length = this.#length + bytes.length
    if (length > this.#room.length) this.#move(Math.max(length, 2 * this.#room.length))
    this.#room.set(bytes, this.#length)
    this.#length = length
  }

  /** What was pushed, until the room is given back. */
  get bytes(): Buffer {
    return this.#room.subarray(0, this.#length)
  }

  /** Forgets all but the first `length` bytes. */
  cut(length: number): void {
    this.#length = Math.min(length, this.#length)
    this.#move(Math.max(length, KEPT_BYTES))
  }

  giveBack(): void {
    if (this.#room.length === KEPT_BYTES) spare = this.#room
    else free(this.#room)
  }

  #move(size: number): void {
    const room = Buffer.allocUnsafeSlow(size)
    room.set(this.bytes)
    free(this.#room)
    this.#room = room
  }
}
