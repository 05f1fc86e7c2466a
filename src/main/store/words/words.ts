import type { EventType } from '../../../shared/event.ts'
import { programEntry } from '../../threads/entry.ts'
import { ThreadPool } from '../../threads/pool.ts'
import { Thread } from '../../threads/thread.ts'
import type { CandidateOrder, Candidates, WordsMethods, WordsThreadData } from './protocol.ts'

/** What is stored in a row is told once. */
const WAKE_DELAY_MS = 50

const THREADS = { min: 0, max: 1, idleMs: 10_000 }

/** What there is to index, or no longer, is told by these. */
const OF_CONTENTS: ReadonlySet<EventType> = new Set([
  'call.offloaded',
  'note.written',
  'entry.deleted',
  'retention.pruned',
  'store.wiped',
  'recording.imported',
])

/**
 * The full-text index, kept up in a thread of its own: nobody who stores something waits for it. The thread lives while there is
 * something to do.
 */
export class Words {
  readonly #threads: ThreadPool<WordsMethods>
  readonly #onFailure: (error: unknown) => void
  #waking: NodeJS.Timeout | null = null
  #closed = false

  constructor(data: WordsThreadData, onFailure: (error: unknown) => void) {
    const entry = programEntry(import.meta.url, './worker.ts', 'words-worker.js')
    this.#threads = new ThreadPool<WordsMethods>(() => new Thread(entry, 'words', data), THREADS)
    this.#onFailure = onFailure
    this.#wake()
  }

  /** Something happened; it matters where something was stored or removed. */
  hear(type: EventType): void {
    if (OF_CONTENTS.has(type)) this.#wake()
  }

  candidates(order: CandidateOrder): Promise<Candidates> {
    return this.#threads.run((thread) => thread.call('candidates', order))
  }

  /** Forgets everything; what is stored now is looked up anew. */
  async clear(): Promise<void> {
    await this.#threads.run((thread) => thread.call('clear', null))
    this.#wake()
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#waking !== null) clearTimeout(this.#waking)
    await this.#threads.close()
  }

  #wake(): void {
    this.#waking ??= setTimeout(() => {
      this.#waking = null
      this.#threads
        .run((thread) => thread.call('keepUp', null))
        .catch((error: unknown) => {
          if (!this.#closed) this.#onFailure(error)
        })
    }, WAKE_DELAY_MS).unref()
  }
}
