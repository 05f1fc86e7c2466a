import type { TokenCount } from '../../policy/tokens/count.ts'
import { sampleOf, type TextSample } from '../../policy/tokens/sample.ts'

/** Counts tokens off every path that an agent waits on. */
export class TokenCounter {
  readonly #count: (samples: readonly TextSample[]) => Promise<TokenCount>

  /** @param count does it in a thread that has a tokenizer: each costs tens of megabytes */
  constructor(count: (samples: readonly TextSample[]) => Promise<TokenCount>) {
    this.#count = count
  }

  /** The o200k tokens of some texts together; exact unless one is over 64 KiB or pathological. */
  count(texts: readonly string[]): Promise<TokenCount> {
    return this.#count(texts.map(sampleOf))
  }

  countSamples(samples: readonly TextSample[]): Promise<TokenCount> {
    return this.#count(samples)
  }
}
