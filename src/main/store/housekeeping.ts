import { setTimeout as sleep } from 'node:timers/promises'

/** How long after a commit the work begins: off the way of whoever waits for that commit. */
const DELAY_MS = 250
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
  #running: Promise<void> | null = null
  #closed = false

  constructor(chores: Chores) {
    this.#chores = chores
  }

  /** Something was written. */
  soon(): void {
    if (this.#closed) return
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.#running = (this.#running ?? Promise.resolve()).then(() => this.#clean())
    }, DELAY_MS).unref()
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#running
  }

  async #clean(): Promise<void> {
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
    }
  }

  get #quiet(): boolean {
    return !this.#closed && this.#timer === null
  }
}
