import { setTimeout as sleep } from 'node:timers/promises'

/** How long after the last write the work begins: off the way of whoever waits for it, and pages that are written again are moved once. */
const DELAY_MS = 250
/** While somebody writes without a pause it begins all the same, after so long */
const PATIENCE_MS = 2_000
/** or once so much was written: the log grows until then. */
const PATIENCE_BYTES = 16 * 1024 * 1024
/** 64 chunks are 4 MiB at most: some milliseconds of the writer's time. */
const SWEEP_CHUNKS = 64
const VACUUM_PAGES = 256
const VACUUM_PAUSE_MS = 20
/** Free pages that stay in the file for what comes next (8 MiB). */
const SPARE_PAGES = 2_048

/** What there is to do behind the writes that callers wait for, each in one small step. */
export interface Chores {
  /** Moves finished pages of the log into the database. */
  checkpoint(): Promise<unknown>
  /** Deletes some of what was condemned; says whether more is left. */
  sweep(order: { chunks: number }): Promise<boolean>
  /** Gives free pages back to the disk; says how many are left. */
  vacuum(order: { pages: number }): Promise<number>
}

/** Cleans up after writes: at once what was condemned, and the file's free pages when nobody writes. */
export class Housekeeping {
  readonly #chores: Chores
  #timer: NodeJS.Timeout | null = null
  /** Of the writes that wait for the work. */
  #first = 0
  #bytes = 0
  #running: Promise<void> | null = null
  #cleaning = false
  #closed = false

  constructor(chores: Chores) {
    this.#chores = chores
  }

  /** Something was written, of so many bytes or hardly any. */
  soon(bytes = 0): void {
    if (this.#closed) return
    const now = performance.now()
    this.#bytes += bytes
    if (this.#timer === null) {
      this.#first = now
      this.#timer = setTimeout(() => this.#begin(), DELAY_MS).unref()
    } else if (this.#bytes >= PATIENCE_BYTES) {
      if (!this.#cleaning) this.#begin()
    } else if (now - this.#first < PATIENCE_MS) {
      this.#timer.refresh()
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#running
  }

  #begin(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#bytes = 0
    this.#running = (this.#running ?? Promise.resolve()).then(() => this.#clean())
  }

  async #clean(): Promise<void> {
    this.#cleaning = true
    try {
      await this.#chores.checkpoint()
      while (!this.#closed && (await this.#chores.sweep({ chunks: SWEEP_CHUNKS })));
      // A timer that is set means that somebody wrote meanwhile: pages are given back only when it is quiet.
      const free = this.#quiet ? await this.#chores.vacuum({ pages: 0 }) : 0
      let left = free
      while (this.#quiet && left > SPARE_PAGES) {
        left = await this.#chores.vacuum({ pages: Math.min(VACUUM_PAGES, left - SPARE_PAGES) })
        await sleep(VACUUM_PAUSE_MS)
      }
      // The file is cut when the log is moved into it.
      if (left < free) await this.#chores.checkpoint()
    } catch {
      // What is not cleaned up now leaves the file longer, never anything lost; the next round takes it up again.
      return
    } finally {
      this.#cleaning = false
      if (this.#bytes >= PATIENCE_BYTES && !this.#closed) this.#begin()
    }
  }

  get #quiet(): boolean {
    return !this.#closed && this.#timer === null
  }
}
