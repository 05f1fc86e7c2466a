import type { TokenCount } from '../../policy/tokens/count.ts'
import { sampleOf, type TextSample } from '../../policy/tokens/sample.ts'

/** A thread that has a tokenizer: each costs tens of megabytes. */
export interface CountingThread {
  countEach(each: readonly (readonly TextSample[])[]): Promise<readonly TokenCount[]>
}

/** Counts tokens off every path that an agent waits on. */
export class TokenCounter {
  readonly #thread: CountingThread

  constructor(thread: CountingThread) {
    this.#thread = thread
  }

  /** The o200k tokens of some texts together; exact unless one is over 64 KiB or pathological. */
  count(texts: readonly string[]): Promise<TokenCount> {
    return this.countSamples(texts.map(sampleOf))
  }

  /** The same of many at once, in one message. */
  countEach(each: readonly (readonly string[])[]): Promise<readonly TokenCount[]> {
    return this.#thread.countEach(each.map((texts) => texts.map(sampleOf)))
  }

  async countSamples(samples: readonly TextSample[]): Promise<TokenCount> {
    const [count] = await this.#thread.countEach([samples])
    return count ?? { tokens: 0, exact: false }
  }
}
