import type { Database } from 'better-sqlite3'
import { SpillwayError } from '../../../shared/errors.ts'
import { CHUNK_BYTES } from '../blob.ts'
import { type Charset, charsetOf } from '../text/charset.ts'
import { unpack } from '../chunks.ts'
import type { Content, LineSlice, TextSlice } from '../protocol.ts'
import { get } from '../statement.ts'
import { ChunkCache } from './chunk-cache.ts'

interface Spot {
  readonly seq: number
  readonly charStart: number
  readonly lineStart: number
}

/** Blob ids are unique within a database only. */
const caches = new WeakMap<Database, ChunkCache>()

function cacheOf(db: Database): ChunkCache {
  let cache = caches.get(db)
  if (!cache) caches.set(db, (cache = new ChunkCache()))
  return cache
}

/** Gives back the chunks that are kept for the next slice. */
export function forgetChunks(db: Database): void {
  caches.delete(db)
}

function chunkBytes(db: Database, blob: number, seq: number): Uint8Array {
  return cacheOf(db).get(blob, seq, () => {
    const row = get<{ codec: number; data: Uint8Array }>(
      db,
      'SELECT codec, data FROM chunks WHERE blob = ? AND seq = ?',
      blob,
      seq,
    )
    if (!row) throw new SpillwayError('internal', `Chunk ${seq} of a stored content is missing.`)
    return unpack(row.codec, row.data)
  })
}

/**
 * The bytes [start, end) of a blob, `end` no further than its own. Costs the chunks that they lie in, whatever the size of the whole.
 * @throws SpillwayError `internal` where a chunk is damaged
 */
export function bytes(
  db: Database,
  { blob, start, end }: { blob: number; start: number; end: number },
): Uint8Array {
  const parts: Uint8Array[] = []
  for (let seq = Math.floor(start / CHUNK_BYTES); seq * CHUNK_BYTES < end; seq++) {
    const from = seq * CHUNK_BYTES
    parts.push(chunkBytes(db, blob, seq).subarray(Math.max(0, start - from), end - from))
  }
  const joined = Buffer.concat(parts)
  if (joined.length !== Math.max(0, end - start))
    throw new SpillwayError('internal', 'A stored content is damaged: one of its chunks is cut off.')
  return joined
}

function charsetFor(content: Content): Charset {
  const charset = charsetOf(content.encoding)
  if (!charset)
    throw new SpillwayError('invalid_input', `${content.entry} is binary: it has no characters or lines.`)
  return charset
}

/** The byte offset at which character `n` begins; the size of the content where `n` is its end. */
function byteOfChar(db: Database, content: Content, charset: Charset, n: number): number {
  if (n >= (content.sizes.chars ?? 0)) return content.sizes.bytes
  const spot = get<{ seq: number; charStart: number }>(
    db,
    `SELECT seq, char_start AS charStart FROM chunks WHERE blob = ? AND char_start <= ?
     ORDER BY char_start DESC, seq DESC LIMIT 1`,
    content.blob,
    n,
  )
  if (!spot) throw new SpillwayError('internal', `${content.entry} has no chunk for character ${n}.`)
  return (
    spot.seq * CHUNK_BYTES + charset.charOffset(chunkBytes(db, content.blob, spot.seq), n - spot.charStart)
  )
}

/** The characters [start, end), never cut. */
export function chars(
  db: Database,
  { content, start, end }: { content: Content; start: number; end: number },
): TextSlice {
  const charset = charsetFor(content)
  const from = byteOfChar(db, content, charset, start)
  const to = byteOfChar(db, content, charset, end)
  return {
    text: from >= to ? '' : charset.decode(bytes(db, { blob: content.blob, start: from, end: to })),
    start,
    end,
  }
}

/** The character offset at which line `n` (from 1) begins; the number of characters where there are fewer lines. */
function charOfLine(db: Database, content: Content, charset: Charset, n: number): number {
  if (n <= 1) return 0
  const spot = get<Spot>(
    db,
    `SELECT seq, char_start AS charStart, line_start AS lineStart FROM chunks WHERE blob = ? AND line_start <= ?
     ORDER BY line_start DESC, seq DESC LIMIT 1`,
    content.blob,
    n - 2,
  )
  if (!spot) return content.sizes.chars ?? 0
  const data = chunkBytes(db, content.blob, spot.seq)
  const at = charset.afterNewline(data, n - 1 - spot.lineStart)
  return at === -1 ? (content.sizes.chars ?? 0) : spot.charStart + charset.countChars(data.subarray(0, at))
}

/**
 * Whole lines of [start, end) as far as `maxChars` allows; a first line that alone is longer is cut. `lastLine` is the line
 * after the last one given, `stop` the character at which the lines that were asked for end.
 */
export function lines(
  db: Database,
  { content, start, end, maxChars }: { content: Content; start: number; end: number; maxChars: number },
): LineSlice {
  const charset = charsetFor(content)
  const from = charOfLine(db, content, charset, start)
  const to = charOfLine(db, content, charset, end)
  if (to - from <= maxChars)
    return { ...chars(db, { content, start: from, end: to }), lastLine: end, cutLine: false, stop: to }

  const clipped = chars(db, { content, start: from, end: from + maxChars })
  const lastNewline = clipped.text.lastIndexOf('\n')
  if (lastNewline === -1) return { ...clipped, lastLine: start, cutLine: true, stop: to }
  const text = clipped.text.slice(0, lastNewline + 1)
  let newlines = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) newlines++
  const length = charset.countChars(encode(text, content))
  return { text, start: from, end: from + length, lastLine: start + newlines, cutLine: false, stop: to }
}

function encode(text: string, content: Content): Uint8Array {
  if (content.encoding === 'utf-8' || content.encoding === 'latin1')
    return Buffer.from(text, content.encoding)
  const units = Buffer.from(text, 'utf16le')
  return content.encoding === 'utf-16be' ? units.swap16() : units
}
