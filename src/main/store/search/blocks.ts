import { free } from '../../threads/free.ts'
import { freeUnpacked, type StoredChunk } from '../chunks.ts'
import type { Charset } from '../text/charset.ts'

export interface Position {
  /** From 1. */
  readonly line: number
  /** From 0, in code points. */
  readonly char: number
}

/** Whole lines of a content. */
export interface Block {
  /** Ends after a newline, except for the last block. */
  readonly text: string
  readonly start: Position
}

/**
 * A megabyte is decoded three times as fast as its 16 chunks are, one by one: V8 takes a string of that size over as it is
 * instead of copying it into its heap.
 */
const BLOCK_BYTES = 1 << 20

/**
 * A content in blocks of whole lines, each of about `blockBytes`, or of one line where that is longer. The chunks are taken over: the
 * memory of each is given back once it is in a block, because the collector would let those of a long content pile up.
 */
export function* blocksOf(
  charset: Charset,
  chunks: Iterable<StoredChunk>,
  blockBytes = BLOCK_BYTES,
): Generator<Block> {
  let held: Uint8Array[] = []
  let heldBytes = 0
  let first: StoredChunk | null = null
  let skipped = 0
  for (const chunk of chunks) {
    first ??= chunk
    const { bytes } = chunk
    const border = heldBytes + bytes.length < blockBytes ? 0 : charset.afterLastNewline(bytes)
    if (border === 0) {
      held.push(bytes)
      heldBytes += bytes.length
      continue
    }
    held.push(bytes.subarray(0, border))
    const whole = block(charset, held, first, skipped)
    held.slice(0, -1).forEach(freeUnpacked)
    yield whole
    held = [bytes.subarray(border)]
    heldBytes = bytes.length - border
    first = chunk
    skipped = border
  }
  if (first && heldBytes > 0) yield block(charset, held, first, skipped)
  held.forEach(freeUnpacked)
}

/** A block that begins `skipped` bytes into its first chunk, which knows where it lies itself. */
function block(
  charset: Charset,
  parts: readonly Uint8Array[],
  { bytes, charStart, lineStart }: StoredChunk,
  skipped: number,
): Block {
  const before = bytes.subarray(0, skipped)
  const start = {
    line: lineStart + charset.countNewlines(before) + 1,
    char: charStart + charset.countChars(before),
  }
  const joined = Buffer.concat(parts)
  const text = charset.decode(joined)
  free(joined)
  return { text, start }
}
