import { zstdDecompressSync } from 'node:zlib'
import type { Database } from 'better-sqlite3'
import { reasonOf, SpillwayError } from '../../shared/errors.ts'
import { free } from '../threads/free.ts'
import { CHUNK_BYTES, CODEC } from './blob.ts'
import { statement } from './statement.ts'

/** With room to spare: zlib takes another buffer as soon as one is full. */
const ROOM_BYTES = CHUNK_BYTES + 1

/**
 * The bytes of a stored chunk.
 * @throws SpillwayError `internal` where the row is damaged; a chunk that claims more than a chunk may hold is damage too.
 */
export function unpack(codec: number, data: Uint8Array): Uint8Array {
  if (codec === CODEC.raw) return data
  if (codec !== CODEC.zstd)
    throw new SpillwayError('internal', `A stored chunk has the unknown codec ${codec}.`)
  try {
    return zstdDecompressSync(data, { maxOutputLength: CHUNK_BYTES, chunkSize: ROOM_BYTES })
  } catch (error) {
    throw new SpillwayError('internal', `A stored chunk is damaged: ${reasonOf(error)}`)
  }
}

/** Gives back what `unpack` gave, and all that lies in the same memory. */
export function freeUnpacked({ buffer }: Uint8Array): void {
  free(new Uint8Array(buffer))
}

/** A chunk of a content, and where it lies in it. */
export interface StoredChunk {
  readonly bytes: Uint8Array
  /** Characters that begin before it. */
  readonly charStart: number
  /** Newlines before it. */
  readonly lineStart: number
}

interface ChunkRow {
  readonly charStart: number
  readonly lineStart: number
  readonly codec: number
  readonly data: Uint8Array
}

/**
 * A content's chunks in order, read in one pass over the table.
 * @param bytes how long the content is, so that a chunk that is missing or cut off is noticed
 * @param fromChar begins with the chunk in which this character begins
 * @throws SpillwayError `internal` where a row is damaged or missing
 */
export function* chunksOf(db: Database, blob: number, bytes: number, fromChar = 0): Generator<StoredChunk> {
  const rows = statement(
    db,
    'SELECT char_start AS charStart, line_start AS lineStart, codec, data FROM chunks WHERE blob = ? AND seq >= ? ORDER BY seq',
  )
  const first = fromChar === 0 ? 0 : chunkWith(db, blob, fromChar)
  let read = first * CHUNK_BYTES
  for (const { charStart, lineStart, codec, data } of rows.iterate(blob, first) as Iterable<ChunkRow>) {
    const raw = unpack(codec, data)
    if (raw.length !== Math.min(CHUNK_BYTES, bytes - read)) throw incomplete(read, bytes)
    read += raw.length
    yield { bytes: raw, charStart, lineStart }
  }
  if (read !== bytes) throw incomplete(read, bytes)
}

function chunkWith(db: Database, blob: number, char: number): number {
  const row = statement(
    db,
    'SELECT seq FROM chunks WHERE blob = ? AND char_start <= ? ORDER BY char_start DESC, seq DESC LIMIT 1',
  ).get(blob, char)
  return (row as { seq: number } | undefined)?.seq ?? 0
}

const incomplete = (read: number, bytes: number) =>
  new SpillwayError('internal', `A stored content is damaged: it ends at byte ${read} of ${bytes}.`)
