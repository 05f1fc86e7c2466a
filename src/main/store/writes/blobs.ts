import type { Database } from 'better-sqlite3'
import { SpillwayError } from '../../../shared/errors.ts'
import type { ChunkLayout, PackedChunks, PreparedBlob, StagedBlob } from '../blob.ts'
import { unpack } from '../chunks.ts'
import { all, get, run } from '../statement.ts'

export interface PutBlob {
  readonly id: number
  /** The same bytes were there already. */
  readonly hit: boolean
}

/**
 * Makes sure that a content is stored, once per SHA-256; a hit is checked byte for byte and refreshes the blob's last use.
 * @throws SpillwayError `conflict` where two contents share a hash: neither is lost, the newer one is not stored.
 */
export function putBlob(db: Database, blob: PreparedBlob | StagedBlob, at: number): PutBlob {
  const known = get<{ id: number }>(db, 'SELECT id FROM blobs WHERE sha256 = ?', blob.sha256)
  if (known) {
    const candidate = 'staged' in blob ? storedChunks(db, blob.staged) : slices(blob.chunks)
    assertEqual(storedChunks(db, known.id), candidate, blob.sha256)
    if ('staged' in blob) condemn(db, blob.staged)
    run(db, 'UPDATE blobs SET last_used_at = ? WHERE id = ?', at, known.id)
    return { id: known.id, hit: true }
  }
  return { id: 'staged' in blob ? sealStage(db, blob) : insert(db, blob, at), hit: false }
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

interface StoredChunk {
  readonly codec: number
  readonly data: Uint8Array
}

function* storedChunks(db: Database, blob: number): Generator<StoredChunk> {
  const seqs = all<{ seq: number }>(db, 'SELECT seq FROM chunks WHERE blob = ? ORDER BY seq', blob)
  for (const { seq } of seqs) {
    const chunk = get<StoredChunk>(db, 'SELECT codec, data FROM chunks WHERE blob = ? AND seq = ?', blob, seq)
    if (chunk) yield chunk
  }
}

function* slices({ data, layout }: PackedChunks): Generator<StoredChunk> {
  let at = 0
  for (const { codec, length } of layout) {
    yield { codec, data: data.subarray(at, at + length) }
    at += length
  }
}

/** Compares as stored first: the same bytes through the same codec are equal, and only a new zstd could differ. */
function assertEqual(stored: Iterable<StoredChunk>, fresh: Iterable<StoredChunk>, sha256: string): void {
  const left = stored[Symbol.iterator]()
  const right = fresh[Symbol.iterator]()
  for (;;) {
    const a = left.next()
    const b = right.next()
    if (a.done && b.done) return
    const same =
      !a.done &&
      !b.done &&
      ((a.value.codec === b.value.codec && Buffer.compare(a.value.data, b.value.data) === 0) ||
        Buffer.compare(unpack(a.value.codec, a.value.data), unpack(b.value.codec, b.value.data)) === 0)
    if (!same)
      throw new SpillwayError(
        'conflict',
        `Stored bytes for ${sha256} differ from the new ones of the same hash.`,
      )
  }
}
