import { programEntry } from '../../threads/entry.ts'
import { ThreadPool } from '../../threads/pool.ts'
import { Thread } from '../../threads/thread.ts'
import type { TokenCount } from './count.ts'
import { sampleOf, type TextSample } from './sample.ts'
import type { TokenMethods } from './worker.ts'

const IDLE_MS = 30_000

/** Counts tokens in a thread of its own, off every path that an agent waits on. */
export class TokenCounter {
  readonly #pool: ThreadPool<TokenMethods>

  constructor() {
    const entry = programEntry(import.meta.url, './worker.ts', 'token-worker.js')
    const start = (): Thread<TokenMethods> => new Thread(entry, 'tokens', null)
    this.#pool = new ThreadPool(start, { min: 0, max: 1, idleMs: IDLE_MS })
  }

  /** The o200k tokens of some texts together; exact unless one is over 64 KiB or pathological. */
  count(texts: readonly string[]): Promise<TokenCount> {
    return this.countSamples(texts.map(sampleOf))
  }

  countSamples(samples: readonly TextSample[]): Promise<TokenCount> {
    return this.#pool.run((thread) => thread.call('count', samples))
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}
