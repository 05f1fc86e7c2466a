import { programEntry } from '../../threads/entry.ts'
import { Thread } from '../../threads/thread.ts'
import type { CandidateOrder, Candidates, WordsMethods, WordsThreadData } from './protocol.ts'

/** What is stored in a row is told once. */
const WAKE_DELAY_MS = 50

/** The full-text index, kept up in a thread of its own: nobody who stores something waits for it. */
export class Words {
  readonly #thread: Thread<WordsMethods>
  readonly #onFailure: (error: unknown) => void
  #waking: NodeJS.Timeout | null = null

  constructor(data: WordsThreadData, onFailure: (error: unknown) => void) {
    const entry = programEntry(import.meta.url, './worker.ts', 'words-worker.js')
    this.#thread = new Thread<WordsMethods>(entry, 'words', data)
    this.#onFailure = onFailure
    this.wake()
  }

  /** Something was stored or removed. */
  wake(): void {
    this.#waking ??= setTimeout(() => {
      this.#waking = null
      this.#thread.call('wake', null).catch(this.#onFailure)
    }, WAKE_DELAY_MS).unref()
  }

  candidates(order: CandidateOrder): Promise<Candidates> {
    return this.#thread.call('candidates', order)
  }

  /** Forgets everything; what is stored now is looked up anew. */
  async clear(): Promise<void> {
    await this.#thread.call('clear', null)
    this.wake()
  }

  async close(): Promise<void> {
    if (this.#waking !== null) clearTimeout(this.#waking)
    await this.#thread.kill()
  }
}
