import { CHUNK_BYTES } from '../blob.ts'

/**
 * How many bytes a thread gets at a time: whole chunks, few enough that it begins while the rest is on its way, and many enough
 * that waking it up costs little beside the work.
 */
export const PIECE_BYTES = 8 * CHUNK_BYTES

/** All that is under way at once, in all streams: 4 MiB. */
const PIECES = 8

/**
 * Memory that threads share, in pieces that are used again and again. Buffers that are sent from thread to thread are
 * either copied or garbage in both, and at hundreds of megabytes a second their collection costs more than the work.
 * Whoever finds none free waits, which is what holds back a sender that is faster than the threads.
 */
export class SharedPieces {
  readonly #free: Uint8Array[] = []
  readonly #waiting: ((piece: Uint8Array) => void)[] = []
  #made = 0

  /** A piece to write into; it must be given back. */
  async take(): Promise<Uint8Array> {
    const free = this.#free.pop()
    if (free) return free
    if (this.#made < PIECES) {
      this.#made++
      return new Uint8Array(new SharedArrayBuffer(PIECE_BYTES))
    }
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  giveBack(piece: Uint8Array): void {
    const next = this.#waiting.shift()
    if (next) next(piece)
    else this.#free.push(piece)
  }
}

/** Gathers what a socket gives in small bits, to `PIECE_BYTES` each but for the last. */
export async function* gather(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array[]> {
  let held: Uint8Array[] = []
  let size = 0
  for await (const bytes of body) {
    for (let at = 0; at < bytes.length;) {
      const bit = bytes.subarray(at, at + PIECE_BYTES - size)
      held.push(bit)
      at += bit.length
      size += bit.length
      if (size < PIECE_BYTES) continue
      yield held
      held = []
      size = 0
    }
  }
  if (size > 0) yield held
}
