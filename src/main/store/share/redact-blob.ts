import type { Database } from 'better-sqlite3'
import type { RedactionPattern } from '../../policy/redaction/patterns.ts'
import type { Counts } from '../../policy/redaction/scrub.ts'
import { CHUNK_BYTES, type BlobFacts } from '../blob.ts'
import { chunksOf } from '../chunks.ts'
import { toChunks } from '../ingest/assemble.ts'
import { Measure } from '../ingest/measure.ts'
import { pack } from '../ingest/pack.ts'
import { scrubBytes, START, START_TEXT } from '../redaction/bytes.ts'
import { addCounts } from '../redaction/redactor.ts'
import { get, insertRow, run } from '../statement.ts'
import { appendChunks } from '../writes/blobs.ts'

export interface BlobRow {
  readonly id: number
  readonly sha256: string
  readonly bytes: number
  readonly encoding: BlobFacts['encoding']
  readonly stored_bytes: number
  readonly created_at: number
  readonly last_used_at: number
}

/** So much of a content at once: what a pattern may take its time over. */
const PIECE = 16 * CHUNK_BYTES

/** A content with what the patterns match replaced; yields the bytes read after each piece. */
function* scrubbed(
  home: Database,
  { id, bytes, encoding }: BlobRow,
  patterns: readonly RedactionPattern[],
  counts: Counts,
): Generator<{ readonly read: number; readonly bytes: Uint8Array }> {
  let state = encoding === 'utf-8' ? START_TEXT : START
  let parts: Uint8Array[] = []
  let waiting = 0
  const scrub = (final: boolean) => {
    const done = scrubBytes({ state, bytes: Buffer.concat(parts), final, patterns })
    const step = { read: waiting, bytes: done.bytes }
    state = done.state
    addCounts(counts, done.counts)
    parts = []
    waiting = 0
    return step
  }
  for (const chunk of chunksOf(home, id, bytes)) {
    waiting += parts.push(chunk.bytes) && chunk.bytes.length
    if (waiting >= PIECE) yield scrub(false)
  }
  yield scrub(true)
}

/** How often the patterns match in a content. */
export function* countMatches(
  home: Database,
  blob: BlobRow,
  patterns: readonly RedactionPattern[],
): Generator<number, Counts> {
  const counts: Counts = {}
  for (const { read } of scrubbed(home, blob, patterns, counts)) yield read
  return counts
}

/** Writes a content without what the patterns match, under its new hash; gives its number, which is another's where both are equal now. */
export function* writeScrubbed(
  home: Database,
  file: Database,
  blob: BlobRow,
  patterns: readonly RedactionPattern[],
): Generator<number, { id: number; facts: BlobFacts }> {
  const { id, encoding, created_at, last_used_at } = blob
  insertRow(file, 'blobs', { id, bytes: 0, encoding, stored_bytes: 0, created_at, last_used_at })
  const measure = new Measure(encoding === 'utf-8')
  let seq = 0
  let storedBytes = 0
  let rest: Uint8Array = new Uint8Array(0)
  const write = (bytes: Uint8Array) => {
    const { data, layout } = toChunks(measure.push(bytes), pack(bytes))
    appendChunks(file, id, seq, data, layout)
    seq += layout.length
    storedBytes += data.length
  }
  for (const { read, bytes } of scrubbed(home, blob, patterns, {})) {
    const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    const whole = all.length - (all.length % CHUNK_BYTES)
    if (whole > 0) write(all.subarray(0, whole))
    rest = all.slice(whole)
    yield read
  }
  if (rest.length > 0) write(rest)
  const facts: BlobFacts = { ...measure.finish(), storedBytes }
  return { id: seal(file, id, facts), facts }
}

function seal(file: Database, id: number, { sha256, encoding, sizes, storedBytes }: BlobFacts): number {
  const twin = get<{ id: number }>(file, 'SELECT id FROM blobs WHERE sha256 = ?', sha256)
  if (twin) {
    run(file, 'DELETE FROM chunks WHERE blob = ?', id)
    run(file, 'DELETE FROM blobs WHERE id = ?', id)
    return twin.id
  }
  run(
    file,
    'UPDATE blobs SET sha256 = ?, bytes = ?, chars = ?, lines = ?, encoding = ?, stored_bytes = ? WHERE id = ?',
    sha256,
    sizes.bytes,
    sizes.chars,
    sizes.lines,
    encoding,
    storedBytes,
    id,
  )
  return id
}
