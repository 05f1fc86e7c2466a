import { randomUUID } from 'node:crypto'
import { SpillwayError } from '../../shared/errors.ts'

/** Most clients give a call a minute; a refusal that reaches the agent is worth more than a time-out. */
const PATIENCE_MS = 50_000

export interface Question {
  readonly server: string
  readonly tool: string
  readonly references: readonly string[]
}

interface Waiting extends Question {
  readonly id: string
  readonly askedAt: string
  answer(allowed: boolean | null): void
}

/** Calls that wait for a person, because they would hand stored content to a tool that reaches the outside world. */
export class Confirmations {
  readonly #waiting = new Map<string, Waiting>()
  readonly #now: () => number
  readonly #patienceMs: number

  constructor(now: () => number, patienceMs = PATIENCE_MS) {
    this.#now = now
    this.#patienceMs = patienceMs
  }

  list(): { id: string; server: string; tool: string; references: string[]; askedAt: string }[] {
    return [...this.#waiting.values()].map(({ id, server, tool, references, askedAt }) => ({
      id,
      server,
      tool,
      references: [...references],
      askedAt,
    }))
  }

  /** Resolves with the answer; null where nobody gave one in time or the caller gave up. */
  ask(question: Question, signal?: AbortSignal): { id: string; answered: Promise<boolean | null> } {
    const id = randomUUID()
    const answered = new Promise<boolean | null>((resolve) => {
      const answer = (allowed: boolean | null) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
        this.#waiting.delete(id)
        resolve(allowed)
      }
      const giveUp = () => answer(null)
      const timer = setTimeout(giveUp, this.#patienceMs).unref()
      signal?.addEventListener('abort', giveUp, { once: true })
      this.#waiting.set(id, { ...question, id, askedAt: new Date(this.#now()).toISOString(), answer })
    })
    return { id, answered }
  }

  /** @throws SpillwayError `not_found` where it was answered already or waited too long */
  answer(id: string, allowed: boolean): void {
    const waiting = this.#waiting.get(id)
    if (!waiting) throw new SpillwayError('not_found', 'That call does not wait any more.')
    waiting.answer(allowed)
  }
}
