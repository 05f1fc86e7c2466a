import type { TokenCount } from '../policy/tokens/count.ts'
import type { StepRecord } from './protocol.ts'

/** Others may join for so long: each commit costs the writing thread as much as several records do. */
const GATHER_MS = 20
/** For so long a record waits for its tokens to be counted. It and `GATHER_MS` are what a killed daemon may lose: agents are answered meanwhile. */
const COUNT_MS = 20

/** Beyond either, whoever adds has to wait: an agent must not be faster than the disk for ever. */
const MOST_STEPS = 1_000
const MOST_BYTES = 16 * 1024 * 1024

/** A step to be written late. */
export interface LateStep {
  /** What of it costs tokens, raw and delivered alike. */
  texts(): readonly string[]
  /** What is held until it is written, in bytes, about. */
  readonly bytes: number
  /** Makes the record, when it is written: not while the agent waits. @param count null where the tokens were not counted in time */
  assemble(count: TokenCount | null): StepRecord
}

/** A late step that is committed. */
export interface Committed {
  readonly record: StepRecord
  /** Null where the record has estimates. */
  readonly count: TokenCount | null
}

interface Waiting {
  readonly step: LateStep
  readonly committed: (written: Committed) => void
  readonly failed: (reason: unknown) => void
}

/** Counts the tokens of several steps, each by its texts. */
export type CountSteps = (steps: readonly (readonly string[])[]) => Promise<readonly TokenCount[]>

/**
 * Steps that nobody waits for, because they name nothing that was stored: the agent has its result already. They are written a moment
 * later, together, in the order in which they came, and with their tokens counted where that is done in time.
 */
export class LateSteps {
  readonly #commit: (record: StepRecord) => Promise<unknown>
  readonly #count: CountSteps | null
  #waiting: Waiting[] = []
  /** Came before those, and are being counted. */
  #counting: Waiting[] = []
  #timer: NodeJS.Timeout | null = null
  #last: Promise<unknown> = Promise.resolve()
  #steps = 0
  #bytes = 0

  /** @param commit writes in the order of its calls */
  constructor(commit: (record: StepRecord) => Promise<unknown>, count: CountSteps | null = null) {
    this.#commit = commit
    this.#count = count
  }

  /** Resolves once it is committed; rejects where it could not be. */
  add(step: LateStep): Promise<Committed> {
    const { promise, resolve, reject } = Promise.withResolvers<Committed>()
    this.#steps++
    this.#bytes += step.bytes
    const end = () => {
      this.#steps--
      this.#bytes -= step.bytes
    }
    this.#waiting.push({
      step,
      committed: (written) => (end(), resolve(written)),
      failed: (reason) => (end(), reject(reason)),
    })
    this.#timer ??= setTimeout(() => this.#gathered(), GATHER_MS)
    return promise
  }

  /** Whether there are any that are not committed. */
  get pending(): boolean {
    return this.#steps > 0
  }

  /** Whether there are so many that the next one should be waited for. */
  get crowded(): boolean {
    return this.#steps > MOST_STEPS || this.#bytes > MOST_BYTES
  }

  /** Hands over what waits, so that what is written next comes after it. */
  send(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    const steps = [...this.#counting, ...this.#waiting]
    this.#counting = []
    this.#waiting = []
    this.#write(steps)
  }

  /** Resolves once all that was added before is committed, or has failed to be. */
  async settled(): Promise<void> {
    this.send()
    await this.#last
  }

  #gathered(): void {
    if (this.#count === null) return this.send()
    this.#timer = null
    // Those before are overdue.
    this.#write(this.#counting)
    const steps = this.#waiting
    this.#counting = steps
    this.#waiting = []
    const write = (counts: readonly TokenCount[]) => {
      clearTimeout(tooLong)
      // Otherwise somebody who could not wait has had them written.
      if (this.#counting !== steps) return
      this.#counting = []
      this.#write(steps, counts)
    }
    const tooLong = setTimeout(() => write([]), COUNT_MS)
    this.#count(steps.map(({ step }) => step.texts())).then(write, () => write([]))
  }

  #write(steps: readonly Waiting[], counts: readonly TokenCount[] = []): void {
    if (steps.length === 0) return
    const written = steps.map((one, place) => this.#writeOne(one, counts[place] ?? null))
    this.#last = Promise.all([this.#last, ...written])
  }

  async #writeOne({ step, committed, failed }: Waiting, count: TokenCount | null): Promise<void> {
    try {
      const record = step.assemble(count)
      await this.#commit(record)
      committed({ record, count })
    } catch (error) {
      failed(error)
    }
  }
}
