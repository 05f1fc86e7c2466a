import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { SpillwayError } from '../../../shared/errors.ts'
import type { ChunkLayout, PackedChunks, PreparedBlob, StagedBlob } from '../blob.ts'
import { chunksOf, unpack } from '../chunks.ts'
import { all, get, run } from '../statement.ts'

export interface PutBlob {
  readonly id: number
  /** The same bytes were there already. */
  readonly hit: boolean
}

/**
 * Makes sure that a content is stored, once per SHA-256; a hit is checked byte for byte and refreshes the blob's last use. Where
 * what is stored turns out to be damaged, the new bytes heal it.
 * @throws SpillwayError `conflict` where two contents share a hash: neither is lost, the newer one is not stored.
 */
export function putBlob(db: Database, blob: PreparedBlob | StagedBlob, at: number): PutBlob {
  const known = get<{ id: number; bytes: number }>(
    db,
    'SELECT id, bytes FROM blobs WHERE sha256 = ?',
    blob.sha256,
  )
  if (!known) return { id: write(db, blob, at), hit: false }
  const candidate = 'staged' in blob ? packedChunks(db, blob.staged) : slices(blob.chunks)
  if (!isEqual(packedChunks(db, known.id), candidate)) {
    if (hashOf(db, known) !== blob.sha256) return { id: replaceDamaged(db, known.id, blob, at), hit: false }
    throw new SpillwayError(
      'conflict',
      `Stored bytes for ${blob.sha256} differ from the new ones of the same hash.`,
    )
  }
  if ('staged' in blob) condemn(db, blob.staged)
  run(db, 'UPDATE blobs SET last_used_at = ? WHERE id = ?', at, known.id)
  return { id: known.id, hit: true }
}

const write = (db: Database, blob: PreparedBlob | StagedBlob, at: number) =>
  'staged' in blob ? sealStage(db, blob) : insert(db, blob, at)

/** All that held the damaged bytes holds the new ones. They get an id of their own, because readers cache chunks by id. */
function replaceDamaged(db: Database, damaged: number, blob: PreparedBlob | StagedBlob, at: number): number {
  run(db, 'UPDATE blobs SET sha256 = NULL WHERE id = ?', damaged)
  const id = write(db, blob, at)
  run(db, 'UPDATE entries SET blob = ? WHERE blob = ?', id, damaged)
  run(db, 'UPDATE call_blobs SET blob = ? WHERE blob = ?', id, damaged)
  condemn(db, damaged)
  return id
}

/** Of the bytes as they can be read now; null where they cannot. */
function hashOf(db: Database, { id, bytes }: { id: number; bytes: number }): string | null {
  const hash = createHash('sha256')
  try {
    for (const chunk of chunksOf(db, id, bytes)) hash.update(chunk.bytes)
  } catch (error) {
    if (error instanceof SpillwayError) return null
    throw error
  }
  return hash.digest('hex')
}

function insert(db: Database, blob: PreparedBlob, at: number): number {
  const { bytes, chars, lines } = blob.sizes
  const { lastInsertRowid: id } = run(
    db,
    `INSERT INTO blobs (sha256, bytes, chars, lines, encoding, stored_bytes, created_at, last_used_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    blob.sha256,
    bytes,
    chars,
    lines,
    blob.encoding,
    blob.storedBytes,
    at,
    at,
  )
  appendChunks(db, id, 0, blob.chunks.data, blob.chunks.layout)
  return id
}

function sealStage(db: Database, blob: StagedBlob): number {
  const { bytes, chars, lines } = blob.sizes
  run(
    db,
    'UPDATE blobs SET sha256 = ?, bytes = ?, chars = ?, lines = ?, encoding = ?, stored_bytes = ? WHERE id = ?',
    blob.sha256,
    bytes,
    chars,
    lines,
    blob.encoding,
    blob.storedBytes,
    blob.staged,
  )
  return blob.staged
}

/** A row for a body that is still streaming in. What a killed daemon leaves is removed at the next start. */
export function openStage(db: Database, at: number): number {
  const { lastInsertRowid } = run(
    db,
    `INSERT INTO blobs (sha256, bytes, encoding, stored_bytes, created_at, last_used_at)
     VALUES (NULL, 0, 'binary', 0, ?, ?)`,
    at,
    at,
  )
  return lastInsertRowid
}

/** Drops a body that broke off. */
export function dropStage(db: Database, staged: number): void {
  run(db, 'UPDATE blobs SET condemned = 1 WHERE id = ? AND sha256 IS NULL', staged)
}

/** Takes a blob out of the store: nobody finds it any more and it counts for nothing; its chunks go in the background. */
export function condemn(db: Database, blob: number): void {
  run(db, 'DELETE FROM call_blobs WHERE blob = ?', blob)
  run(db, 'UPDATE blobs SET sha256 = NULL, stored_bytes = 0, condemned = 1 WHERE id = ?', blob)
}

/** The same for a blob that has just lost a holder, unless another one is left. */
export function condemnUnheld(db: Database, blob: number): void {
  const unheld = get(
    db,
    `SELECT 1 FROM blobs b WHERE id = ? AND NOT EXISTS (SELECT 1 FROM entries e WHERE e.blob = b.id)
       AND NOT EXISTS (SELECT 1 FROM call_blobs c WHERE c.blob = b.id)`,
    blob,
  )
  if (unheld !== undefined) condemn(db, blob)
}

export function appendChunks(
  db: Database,
  blob: number,
  firstSeq: number,
  data: Uint8Array,
  layout: readonly ChunkLayout[],
): void {
  let at = 0
  layout.forEach((chunk, index) => {
    run(
      db,
      'INSERT INTO chunks (blob, seq, char_start, line_start, codec, data) VALUES (?, ?, ?, ?, ?, ?)',
      blob,
      firstSeq + index,
      chunk.charStart,
      chunk.lineStart,
      chunk.codec,
      data.subarray(at, at + chunk.length),
    )
    at += chunk.length
  })
}

interface PackedChunk {
  readonly codec: number
  readonly data: Uint8Array
}

function* packedChunks(db: Database, blob: number): Generator<PackedChunk> {
  const seqs = all<{ seq: number }>(db, 'SELECT seq FROM chunks WHERE blob = ? ORDER BY seq', blob)
  for (const { seq } of seqs) {
    const chunk = get<PackedChunk>(db, 'SELECT codec, data FROM chunks WHERE blob = ? AND seq = ?', blob, seq)
    if (chunk) yield chunk
  }
}

function* slices({ data, layout }: PackedChunks): Generator<PackedChunk> {
  let at = 0
  for (const { codec, length } of layout) {
    yield { codec, data: data.subarray(at, at + length) }
    at += length
  }
}

function isEqual(stored: Iterable<PackedChunk>, fresh: Iterable<PackedChunk>): boolean {
  const left = stored[Symbol.iterator]()
  const right = fresh[Symbol.iterator]()
  for (;;) {
    const a = left.next()
    const b = right.next()
    if (a.done || b.done) return a.done === b.done
    if (!isEqualChunk(a.value, b.value)) return false
  }
}

/** Compares as stored first: the same bytes through the same codec are equal, and only a new zstd could differ. */
function isEqualChunk(stored: PackedChunk, fresh: PackedChunk): boolean {
  if (stored.codec === fresh.codec && Buffer.compare(stored.data, fresh.data) === 0) return true
  try {
    return Buffer.compare(unpack(stored.codec, stored.data), unpack(fresh.codec, fresh.data)) === 0
  } catch (error) {
    if (error instanceof SpillwayError) return false
    throw error
  }
}
