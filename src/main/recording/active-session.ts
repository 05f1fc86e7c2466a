import { SpillwayError } from '../../shared/errors.ts'
import type { Session, Turn } from '../../shared/contract.ts'
import { automaticName } from '../policy/automatic-name.ts'
import { newId } from '../store/ids.ts'
import type { SessionState } from '../store/protocol.ts'
import type { Store } from '../store/store.ts'

/** How long after the end of its last call a turn that nobody started explicitly is over. */
const IDLE_GAP_MS = 120_000

interface CurrentTurn {
  readonly id: string
  readonly number: number
  readonly key: string | null
  readonly explicit: boolean
  steps: number
  inFlight: number
  lastEnd: number
}

/** One upstream call's place in its session: numbered in order of arrival. */
export interface Step {
  readonly turn: string
  readonly turnNumber: number
  readonly step: number
  /** The call is over; a turn is idle from the end of its last call on. */
  end(): void
}

export interface Clock {
  now(): number
}

/** A session while it is in use: which turn it is in, which number the next step has, which names are taken. */
export class ActiveSession {
  readonly id: string
  readonly client: string
  readonly projectId: string | null
  readonly info: Session
  readonly #store: Store
  readonly #clock: Clock
  readonly #names = new Map<string, number>()
  #turn: CurrentTurn | null
  #turns: number
  #starting: Promise<unknown> = Promise.resolve()
  lastUsed: number

  constructor(state: SessionState, client: string, store: Store, clock: Clock) {
    this.id = state.session.id
    this.client = client
    this.projectId = state.projectId
    this.info = state.session
    this.#store = store
    this.#clock = clock
    this.#turns = state.turn?.number ?? 0
    this.#turn = state.turn ? resumed(state.turn, state.lastStep) : null
    this.lastUsed = clock.now()
  }

  /** The turn that reads and calls belong to now; null before the first. */
  get currentTurn(): string | null {
    return this.#turn?.id ?? null
  }

  /** A turn that must not lose its entries: explicit and not ended, or with a call in flight. */
  get turnUnderWay(): string | null {
    return this.#turn && (this.#turn.explicit || this.#turn.inFlight > 0) ? this.#turn.id : null
  }

  /** Starts a turn on request, which ends the one before it. */
  startTurn(prompt: string | null): Promise<Turn> {
    return this.#oneAtATime(() => this.#begin({ prompt, key: null, explicit: true }))
  }

  /**
   * Gives the next step its number, in a new turn where the last one is over.
   * @param turnKey the turn that the caller named: an id, a number, or a name of its own
   */
  beginStep(turnKey: string | null = null, step: number | null = null): Promise<Step> {
    return this.#oneAtATime(async () => {
      const turn = await this.#turnFor(turnKey)
      turn.inFlight++
      turn.steps = step ?? turn.steps + 1
      this.lastUsed = this.#clock.now()
      let ended = false
      return {
        turn: turn.id,
        turnNumber: turn.number,
        step: turn.steps,
        end: () => {
          if (ended) return
          ended = true
          turn.inFlight--
          turn.lastEnd = this.lastUsed = this.#clock.now()
        },
      }
    })
  }

  /** The automatic name of a tool's next entry, `<tool>_<n>`: never one that is in use. */
  async nextName(tool: string): Promise<string> {
    const base = automaticName(tool, 1).replace(/_1$/, '')
    for (;;) {
      // Read before the number is taken: two calls at once then never get the same one.
      if (!this.#names.has(base)) {
        const last = await this.#store.read.lastNameNumber({ session: this.id, base })
        if (!this.#names.has(base)) this.#names.set(base, last)
      }
      const n = (this.#names.get(base) ?? 0) + 1
      this.#names.set(base, n)
      const name = automaticName(tool, n)
      if (!(await this.#store.read.nameTaken({ session: this.id, name }))) return name
    }
  }

  async #turnFor(key: string | null): Promise<CurrentTurn> {
    const current = this.#turn
    if (key === null) {
      if (current && (current.explicit || !this.#isOver(current))) return current
      await this.#begin({ prompt: null, key: null, explicit: false })
    } else if (current && [current.id, String(current.number), current.key].includes(key)) {
      return current
    } else {
      await this.#begin({ prompt: null, key, explicit: true })
    }
    if (!this.#turn) throw new SpillwayError('internal', 'A turn that was just started is gone.')
    return this.#turn
  }

  #isOver(turn: CurrentTurn): boolean {
    return turn.inFlight === 0 && this.#clock.now() - turn.lastEnd > IDLE_GAP_MS
  }

  async #begin(order: { prompt: string | null; key: string | null; explicit: boolean }): Promise<Turn> {
    const now = this.#clock.now()
    const number = ++this.#turns
    const turn = await this.#store.write.addTurn({
      id: newId('t'),
      client: this.client,
      session: this.id,
      number,
      prompt: order.prompt,
      externalKey: order.key,
      explicit: order.explicit,
      at: now,
    })
    const { key, explicit } = order
    this.#turn = { id: turn.id, number, key, explicit, steps: 0, inFlight: 0, lastEnd: now }
    this.lastUsed = now
    return turn
  }

  /** Turns start one after the other, or two calls that arrive together would each start one. */
  #oneAtATime<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#starting.then(work)
    this.#starting = result.catch(() => undefined)
    return result
  }
}

function resumed(turn: Turn, steps: number): CurrentTurn {
  const { id, number, explicit, startedAt, endedAt } = turn
  return {
    id,
    number,
    key: null,
    explicit: explicit && endedAt === null,
    steps,
    inFlight: 0,
    lastEnd: Date.parse(endedAt ?? startedAt),
  }
}
