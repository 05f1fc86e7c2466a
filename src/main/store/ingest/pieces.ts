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
 */
export class SharedPieces {
  readonly #free: Uint8Array[] = []
  readonly #waiting: (() => void)[] = []
  #admitted = 0

  /** A piece to write into. */
  blank(): Uint8Array {
    return this.#free.pop() ?? new Uint8Array(new SharedArrayBuffer(PIECE_BYTES))
  }

  /** Waits until a piece may be worked at: that is what holds back a sender that is faster than the threads. */
  async admit(): Promise<void> {
    if (this.#admitted < PIECES) this.#admitted++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** A piece that was admitted is done. */
  finish(piece: Uint8Array): void {
    this.giveBack(piece)
    const next = this.#waiting.shift()
    if (next) next()
    else this.#admitted--
  }

  giveBack(piece: Uint8Array): void {
    if (this.#free.length < PIECES) this.#free.push(piece)
  }
}

/** A piece, and how much of it holds something. */
export interface Filled {
  readonly piece: Uint8Array
  readonly length: number
}

/** Copies what a socket gives in small bits, at once, into pieces that are full but for the last. Each is to be given back. */
export async function* gather(body: AsyncIterable<Uint8Array>, pieces: SharedPieces): AsyncGenerator<Filled> {
  let piece: Uint8Array | null = null
  let length = 0
  try {
    for await (const bytes of body) {
      for (let at = 0; at < bytes.length;) {
        piece ??= pieces.blank()
        const bit = bytes.subarray(at, at + PIECE_BYTES - length)
        piece.set(bit, length)
        at += bit.length
        length += bit.length
        if (length < PIECE_BYTES) continue
        const full = { piece, length }
        piece = null
        length = 0
        yield full
      }
    }
    if (piece === null) return
    const last = { piece, length }
    piece = null
    yield last
  } finally {
    // The body broke off.
    if (piece !== null) pieces.giveBack(piece)
  }
}
