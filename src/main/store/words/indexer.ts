import type { Database } from 'better-sqlite3'
import type { Encoding } from '../../../shared/entry.ts'
import { SpillwayError } from '../../../shared/errors.ts'
import { free } from '../../threads/free.ts'
import { freeUnpacked, unpack } from '../chunks.ts'
import { all, get, run } from '../statement.ts'
import { rowidOf } from './database.ts'

/** Bytes of the next chunk that are indexed with each: a word on the border is found whole. */
const OVERLAP_BYTES = 256

interface Unpacked {
  readonly blob: number
  readonly seq: number
  readonly bytes: Uint8Array
}

interface Pending {
  readonly blob: number
  readonly encoding: Encoding
  next: number
}

/** Brings the index up to what entries hold, a chunk at a time. */
export class Indexer {
  readonly #home: Database
  readonly #index: Database
  readonly #done: Set<number>
  #pending: number[] = []
  #removed: number[] = []
  #current: Pending | null = null
  /** The chunk after the one that was indexed last. */
  #ahead: Unpacked | null = null

  constructor(home: Database, index: Database) {
    this.#home = home
    this.#index = index
    const done = all<{ blob: number }>(index, 'SELECT blob FROM indexed WHERE done = 1')
    this.#done = new Set(done.map(({ blob }) => blob))
  }

  isIndexed(blob: number): boolean {
    return this.#done.has(blob)
  }

  /** Looks what there is to do: newest contents first, and those that are gone. */
  look(): void {
    const rows = all<{ blob: number }>(
      this.#home,
      'SELECT DISTINCT blob FROM entries WHERE blob IS NOT NULL ORDER BY blob',
    )
    const held = new Set(rows.map(({ blob }) => blob))
    this.#pending = [...held].filter((blob) => !this.#done.has(blob) && blob !== this.#current?.blob)
    const known = all<{ blob: number }>(this.#index, 'SELECT blob FROM indexed')
    this.#removed = known.map(({ blob }) => blob).filter((blob) => !held.has(blob))
  }

  /** One small step; false where there was nothing to do. */
  step(): boolean {
    const removed = this.#removed.pop()
    if (removed !== undefined) {
      this.#forget(removed)
      return true
    }
    this.#current ??= this.#start(this.#pending.pop())
    if (this.#current === null) return this.#pending.length > 0
    this.#index.transaction((pending: Pending) => this.#indexChunk(pending))(this.#current)
    return true
  }

  clear(): void {
    this.#index.transaction(() => {
      run(this.#index, "INSERT INTO words (words) VALUES ('delete-all')")
      run(this.#index, 'DELETE FROM indexed')
    })()
    this.#done.clear()
    this.#pending = []
    this.#removed = []
    this.#current = null
  }

  #start(blob: number | undefined): Pending | null {
    if (blob === undefined) return null
    const found = get<{ encoding: Encoding }>(this.#home, 'SELECT encoding FROM blobs WHERE id = ?', blob)
    if (!found) return null
    const before = get<{ chunks: number }>(this.#index, 'SELECT chunks FROM indexed WHERE blob = ?', blob)
    return { blob, encoding: found.encoding, next: before?.chunks ?? 0 }
  }

  #indexChunk(pending: Pending): void {
    const { blob, encoding, next } = pending
    const text = encoding === 'binary' ? null : this.#text(blob, next, encoding)
    if (text === null) {
      run(this.#index, 'INSERT OR REPLACE INTO indexed VALUES (?, ?, 1)', blob, next)
      this.#done.add(blob)
      this.#current = null
      return
    }
    run(this.#index, 'INSERT INTO words (rowid, text) VALUES (?, ?)', rowidOf(blob, next), text)
    pending.next++
    run(this.#index, 'INSERT OR REPLACE INTO indexed VALUES (?, ?, 0)', blob, pending.next)
  }

  /** Null after the last chunk, where the content has gone meanwhile, and where the chunk is damaged: what is readable is indexed. */
  #text(blob: number, seq: number, encoding: Exclude<Encoding, 'binary'>): string | null {
    const ahead = this.#ahead
    const bytes = ahead?.blob === blob && ahead.seq === seq ? ahead.bytes : this.#bytes(blob, seq)
    const after = bytes && this.#bytes(blob, seq + 1)
    this.#ahead = after && { blob, seq: seq + 1, bytes: after }
    if (!bytes) return null
    const whole = Buffer.concat(after ? [bytes, after.subarray(0, OVERLAP_BYTES)] : [bytes])
    const text = new TextDecoder(encoding).decode(whole)
    // Left to the collector, the chunks of a long content come to more memory than all else that is in use.
    free(whole)
    freeUnpacked(bytes)
    return text
  }

  #bytes(blob: number, seq: number): Uint8Array | null {
    const chunk = get<{ codec: number; data: Uint8Array }>(
      this.#home,
      'SELECT codec, data FROM chunks WHERE blob = ? AND seq = ?',
      blob,
      seq,
    )
    if (!chunk) return null
    try {
      return unpack(chunk.codec, chunk.data)
    } catch (error) {
      if (error instanceof SpillwayError) return null
      throw error
    }
  }

  #forget(blob: number): void {
    this.#index.transaction(() => {
      const to = rowidOf(blob + 1, 0)
      run(this.#index, 'DELETE FROM words WHERE rowid >= ? AND rowid < ?', rowidOf(blob, 0), to)
      run(this.#index, 'DELETE FROM indexed WHERE blob = ?', blob)
    })()
    this.#done.delete(blob)
    if (this.#current?.blob === blob) this.#current = null
  }
}
