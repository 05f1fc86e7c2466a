const FIRST_MS = 250
const MAX_MS = 30_000
/** A connection that lived this long was well: its end is a first failure. */
const WELL_MS = 10_000

/** When a server that fails may be started again: soon at first, then ever later. */
export class Backoff {
  #failures = 0
  #until = 0

  get failures(): number {
    return this.#failures
  }

  /** Milliseconds until the next attempt is due; 0 if it is. */
  get waitMs(): number {
    return Math.max(0, this.#until - Date.now())
  }

  /** Notes a failed start (`livedMs` 0) or the end of a connection that nobody asked for. */
  failed(livedMs: number): void {
    this.#failures = livedMs >= WELL_MS ? 1 : this.#failures + 1
    this.#until = Date.now() + Math.min(FIRST_MS * 2 ** (this.#failures - 1), MAX_MS)
  }
}
