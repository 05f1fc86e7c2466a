import type { StepRecord } from './protocol.ts'

/** Others may join for so long, and it is what a killed daemon may lose: agents are answered meanwhile. */
const DELAY_MS = 5

/** Beyond either, whoever adds has to wait: an agent must not be faster than the disk for ever. */
const MOST_STEPS = 1_000
const MOST_BYTES = 16 * 1024 * 1024

interface LateStep {
  readonly assemble: () => StepRecord
  readonly committed: (record: StepRecord) => void
  readonly failed: (reason: unknown) => void
}

/**
 * Steps that nobody waits for, because they name nothing that was stored: the agent has its result already. They are written a moment
 * later, together, in the order in which they came.
 */
export class LateSteps {
  readonly #commit: (record: StepRecord) => Promise<unknown>
  #waiting: LateStep[] = []
  #timer: NodeJS.Timeout | null = null
  #last: Promise<unknown> = Promise.resolve()
  #steps = 0
  #bytes = 0

  /** @param commit writes in the order of its calls */
  constructor(commit: (record: StepRecord) => Promise<unknown>) {
    this.#commit = commit
  }

  /**
   * @param assemble makes the record, when it is written: not while the agent waits
   * @param bytes what is held until then, about
   * @returns what was written, once it is committed; rejects where it could not be
   */
  add(assemble: () => StepRecord, bytes: number): Promise<StepRecord> {
    const { promise, resolve, reject } = Promise.withResolvers<StepRecord>()
    this.#steps++
    this.#bytes += bytes
    const end = () => {
      this.#steps--
      this.#bytes -= bytes
    }
    this.#waiting.push({
      assemble,
      committed: (record) => (end(), resolve(record)),
      failed: (reason) => (end(), reject(reason)),
    })
    this.#timer ??= setTimeout(() => this.send(), DELAY_MS)
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
    const steps = this.#waiting
    if (steps.length === 0) return
    this.#waiting = []
    this.#last = Promise.all([this.#last, ...steps.map((step) => this.#write(step))])
  }

  /** Resolves once all that was added before is committed, or has failed to be. */
  async settled(): Promise<void> {
    this.send()
    await this.#last
  }

  async #write({ assemble, committed, failed }: LateStep): Promise<void> {
    try {
      const record = assemble()
      await this.#commit(record)
      committed(record)
    } catch (error) {
      failed(error)
    }
  }
}
