import type { StagedBlob } from '../../store/blob.ts'
import type { Found } from '../../store/share/import.ts'
import type { Store } from '../../store/store.ts'

/** Writes the contents of a recording that are not stored yet, as they are found, under rows that nobody finds before they are taken in. */
export class StagedContents {
  readonly staged: StagedBlob[] = []
  readonly #store: Store
  readonly #at: number
  #hashes: readonly string[] = []
  #known: ReadonlySet<string> = new Set()
  /** Which of them comes next. */
  #next = 0
  /** Of the one that is being written. */
  #stage: number | null = null

  constructor(store: Store, at: number) {
    this.#store = store
    this.#at = at
  }

  async take(found: Found): Promise<void> {
    if (found.found === 'contents') {
      this.#hashes = found.hashes
      this.#known = new Set(await this.#store.read.knownHashes({ hashes: found.hashes }))
    } else if (found.found === 'piece') {
      if (this.#known.has(this.#hashes[this.#next] ?? '')) return
      const { seq, chunks } = found.piece
      const staged = await this.#openStage()
      await this.#store.write.appendStage({ staged, seq, ...chunks })
    } else if (found.found === 'blob') {
      const isKnown = this.#known.has(this.#hashes[this.#next++] ?? '')
      // An empty content has no piece.
      if (!isKnown) this.staged.push({ ...found.blob, staged: await this.#openStage() })
      this.#stage = null
    }
  }

  /** Drops all that was written. */
  async drop(): Promise<void> {
    const written = [
      ...this.staged.map(({ staged }) => staged),
      ...(this.#stage === null ? [] : [this.#stage]),
    ]
    await Promise.all(written.map((staged) => this.#store.write.dropStage({ staged })))
  }

  async #openStage(): Promise<number> {
    return (this.#stage ??= await this.#store.write.openStage({ at: this.#at }))
  }
}
