/** Unpacked chunks that were read lately: 256 of them are 16 MiB at most. */
const CAPACITY = 256

/** A small least-recently-used cache; chunks never change, so nothing ever has to be invalidated but by age. */
export class ChunkCache {
  readonly #chunks = new Map<string, Uint8Array>()

  get(blob: number, seq: number, load: () => Uint8Array): Uint8Array {
    const key = `${blob}:${seq}`
    const known = this.#chunks.get(key)
    const chunk = known ?? load()
    if (known) this.#chunks.delete(key)
    this.#chunks.set(key, chunk)
    if (this.#chunks.size > CAPACITY) {
      const [oldest] = this.#chunks.keys()
      if (oldest !== undefined) this.#chunks.delete(oldest)
    }
    return chunk
  }
}
