import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { countText, PORTION, portions, type TokenCount } from '../../policy/tokens/count.ts'
import type { TextSample } from '../../policy/tokens/sample.ts'

/** For so long after the thread's last work for somebody who waits, nothing is counted. */
const QUIET_MS = 50
/** A count that has waited for so long goes on between other work, one portion at a time. */
const PATIENCE_MS = 2_000

/** Counts tokens in a thread that has other work: when nobody waits for that, and never for longer than about a millisecond. */
export class QuietCounter {
  #lastWork = 0
  /** UTF-16 units counted since somebody who waits last had a turn. */
  #counted = 0
  #queue: Promise<unknown> = Promise.resolve()

  /** The thread does something that somebody waits for. */
  interrupt(): void {
    this.#lastWork = performance.now()
  }

  /** One after the other, in the order in which they were asked for. */
  countEach(each: readonly (readonly TextSample[])[]): Promise<TokenCount[]> {
    const deadline = performance.now() + PATIENCE_MS
    const counted = this.#queue.then(async () => {
      await this.#quiet(deadline)
      const counts: TokenCount[] = []
      for (const samples of each) counts.push(await this.#countAll(samples, deadline))
      return counts
    })
    this.#queue = counted.catch(() => undefined)
    return counted
  }

  async #countAll(samples: readonly TextSample[], deadline: number): Promise<TokenCount> {
    let tokens = 0
    let exact = true
    for (const { pieces, units, whole } of samples) {
      let counted = 0
      for (const portion of pieces.flatMap((piece) => [...portions(piece)])) {
        if (this.#counted >= PORTION) await this.#quiet(deadline)
        this.#counted += portion.length
        const found = countText(portion)
        counted += found.tokens
        exact &&= found.exact && whole
      }
      const looked = pieces.reduce((sum, piece) => sum + piece.length, 0)
      tokens += whole || looked === 0 ? counted : Math.round((counted * units) / looked)
    }
    return { tokens, exact }
  }

  async #quiet(deadline: number): Promise<void> {
    this.#counted = 0
    await nextTurn()
    while (performance.now() - this.#lastWork < QUIET_MS && performance.now() < deadline)
      await sleep(QUIET_MS / 2)
  }
}
