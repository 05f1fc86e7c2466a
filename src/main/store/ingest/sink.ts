import type { BlobFacts, PackedChunks, PreparedBlob, StagedBlob } from '../blob.ts'
import type { Store } from '../store.ts'
import { joinChunks } from './assemble.ts'

/** Where the chunks of a content go. */
export interface Sink<Blob> {
  /** @param seq the number of the first of these chunks in its content; pieces may come in any order */
  add(seq: number, chunks: PackedChunks): Promise<void>
  finish(facts: Omit<BlobFacts, 'storedBytes'>): Promise<Blob>
}

/** Keeps them, to be written with all else in one transaction. */
export class HeldChunks implements Sink<PreparedBlob> {
  readonly #parts = new Map<number, PackedChunks>()
  bytes = 0

  async add(seq: number, chunks: PackedChunks): Promise<void> {
    this.keep(seq, chunks)
  }

  keep(seq: number, chunks: PackedChunks): void {
    this.#parts.set(seq, chunks)
    this.bytes += chunks.data.length
  }

  async finish(facts: Omit<BlobFacts, 'storedBytes'>): Promise<PreparedBlob> {
    const parts = [...this.#parts].sort(([a], [b]) => a - b)
    return { ...facts, storedBytes: this.bytes, chunks: joinChunks(parts.map(([, part]) => part)) }
  }

  /** Gives out all that is kept. */
  *drain(): Generator<[number, PackedChunks]> {
    for (const part of this.#parts) yield part
    this.#parts.clear()
  }
}

/** Stored bytes up to which a body waits in memory for its end; a longer one is written while it comes. */
const HELD_BYTES = 1024 * 1024

/** Keeps a short content and writes a long one as it comes, under a row of its own that nobody finds before it is complete. */
export class StagedChunks implements Sink<PreparedBlob | StagedBlob> {
  readonly #store: Store
  readonly #at: number
  readonly #held = new HeldChunks()
  #stage: Promise<number> | null = null
  #storedBytes = 0

  constructor(store: Store, at: number) {
    this.#store = store
    this.#at = at
  }

  async add(seq: number, chunks: PackedChunks): Promise<void> {
    this.#storedBytes += chunks.data.length
    if (this.#stage === null) {
      // Without a pause up to where the stage is opened: pieces that come meanwhile must find it.
      this.#held.keep(seq, chunks)
      if (this.#held.bytes <= HELD_BYTES) return
      this.#stage = this.#store.write.openStage({ at: this.#at })
      const staged = await this.#stage
      await Promise.all(Array.from(this.#held.drain(), ([from, part]) => this.#append(staged, from, part)))
    } else {
      await this.#append(await this.#stage, seq, chunks)
    }
  }

  async finish(facts: Omit<BlobFacts, 'storedBytes'>): Promise<PreparedBlob | StagedBlob> {
    if (this.#stage === null) return this.#held.finish(facts)
    return { ...facts, storedBytes: this.#storedBytes, staged: await this.#stage }
  }

  /** Drops what was written of a body that broke off. */
  async drop(): Promise<void> {
    if (this.#stage !== null) await this.#store.write.dropStage({ staged: await this.#stage })
  }

  #append(staged: number, seq: number, { data, layout }: PackedChunks): Promise<void> {
    return this.#store.write.appendStage({ staged, seq, data, layout })
  }
}
