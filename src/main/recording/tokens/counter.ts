import { programEntry } from '../../threads/entry.ts'
import { Thread } from '../../threads/thread.ts'
import type { TokenCount } from './count.ts'
import { sampleOf, type TextSample } from './sample.ts'
import type { TokenMethods } from './worker.ts'

/** Counts tokens in a thread of its own, off every path that an agent waits on. */
export class TokenCounter {
  readonly #thread = new Thread<TokenMethods>(
    programEntry(import.meta.url, './worker.ts', 'token-worker.js'),
    'tokens',
    null,
  )

  /** The o200k tokens of some texts together; exact unless one is over 64 KiB or pathological. */
  count(texts: readonly string[]): Promise<TokenCount> {
    return this.countSamples(texts.map(sampleOf))
  }

  countSamples(samples: readonly TextSample[]): Promise<TokenCount> {
    return this.#thread.call('count', samples)
  }

  close(): Promise<void> {
    return this.#thread.kill()
  }
}
