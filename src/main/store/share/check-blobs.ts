import type { Database } from 'better-sqlite3'
import { SpillwayError } from '../../../shared/errors.ts'
import { type BlobFacts, CHUNK_BYTES, type PackedChunks } from '../blob.ts'
import { unpack } from '../chunks.ts'
import { joinChunks } from '../ingest/assemble.ts'
import { Measure } from '../ingest/measure.ts'
import { statement } from '../statement.ts'
import type { SharedRow } from './row-schemas.ts'

/** A stretch of a content as it may be stored: packed as it came, what lies before each chunk counted anew. */
export interface CheckedPiece {
  /** The number of its first chunk. */
  readonly seq: number
  readonly chunks: PackedChunks
}

interface ChunkRow {
  readonly seq: number
  readonly codec: number
  readonly data: Uint8Array
}

const CHUNKS_AT_ONCE = 16

/**
 * Unpacks, counts and hashes a content, never more of it than it says it has, and believes nothing that it says of itself.
 * @throws SpillwayError `invalid_input` where it is not what it says
 */
export function* checkBlob(db: Database, blob: SharedRow<'blobs'>): Generator<CheckedPiece, BlobFacts> {
  const measure = new Measure(blob.encoding === 'utf-8')
  const rows = statement(db, 'SELECT seq, codec, data FROM chunks WHERE blob = ? ORDER BY seq')
  let piece: PackedChunks[] = []
  let seq = 0
  let read = 0
  let storedBytes = 0
  for (const row of rows.iterate(blob.id) as Iterable<ChunkRow>) {
    const bytes = row.seq === seq ? unpacked(row, blob) : null
    if (bytes?.length !== Math.min(CHUNK_BYTES, blob.bytes - read)) throw damagedContent(blob)
    piece.push(laidOut(row, measure.push(bytes)))
    seq++
    read += bytes.length
    storedBytes += row.data.length
    if (piece.length < CHUNKS_AT_ONCE) continue
    yield pieceBefore(seq, piece)
    piece = []
  }
  if (piece.length > 0) yield pieceBefore(seq, piece)
  const facts: BlobFacts = { ...measure.finish(), storedBytes }
  if (!isAsSaid(facts, blob)) throw damagedContent(blob)
  return facts
}

/** In memory of its own: it is handed from thread to thread. */
function pieceBefore(seq: number, parts: readonly PackedChunks[]): CheckedPiece {
  const { data, layout } = joinChunks(parts)
  return { seq: seq - parts.length, chunks: { data: new Uint8Array(data), layout } }
}

function unpacked({ codec, data }: ChunkRow, blob: SharedRow<'blobs'>): Uint8Array {
  try {
    return unpack(codec, data)
  } catch {
    // Whatever is wrong with it, it is not what it says.
    throw damagedContent(blob)
  }
}

function laidOut({ codec, data }: ChunkRow, starts: ReturnType<Measure['push']>): PackedChunks {
  const [start = { charStart: 0, lineStart: 0 }] = starts
  return { data, layout: [{ codec, length: data.length, ...start }] }
}

const isAsSaid = ({ sha256, encoding, sizes }: BlobFacts, blob: SharedRow<'blobs'>): boolean =>
  sha256 === blob.sha256 &&
  encoding === blob.encoding &&
  sizes.bytes === blob.bytes &&
  sizes.chars === blob.chars &&
  sizes.lines === blob.lines

const damagedContent = ({ sha256 }: SharedRow<'blobs'>) =>
  new SpillwayError(
    'invalid_input',
    `The recording is damaged: a content is not what it says it is (sha256 ${sha256}).`,
  )
