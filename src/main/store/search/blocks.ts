import type { StoredChunk } from '../chunks.ts'
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
  /** Where it begins; asked for only where a line is shown, since to count costs as much as to search. */
  start(): Position
}

/**
 * A megabyte is decoded three times as fast as its 16 chunks are, one by one: V8 takes a string of that size over as it is
 * instead of copying it into its heap.
 */
const BLOCK_BYTES = 1 << 20

/** A content in blocks of whole lines, each of about `blockBytes`, or of one line where that is longer. */
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
    yield block(charset, held, first, skipped)
    held = [bytes.subarray(border)]
    heldBytes = bytes.length - border
    first = chunk
    skipped = border
  }
  if (first && heldBytes > 0) yield block(charset, held, first, skipped)
}

/** A block that begins `skipped` bytes into its first chunk, which knows where it lies itself. */
function block(
  charset: Charset,
  parts: readonly Uint8Array[],
  { bytes, charStart, lineStart }: StoredChunk,
  skipped: number,
): Block {
  return {
    text: charset.decode(Buffer.concat(parts)),
    start: () => {
      const before = bytes.subarray(0, skipped)
      return {
        line: lineStart + charset.countNewlines(before) + 1,
        char: charStart + charset.countChars(before),
      }
    },
  }
}
