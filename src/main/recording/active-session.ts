import { SpillwayError } from '../../shared/errors.ts'
import type { Session, Turn } from '../../shared/contract/recording.ts'
import { automaticName } from '../policy/automatic-name.ts'
import { newId } from '../store/ids.ts'
import type { SessionState } from '../store/protocol.ts'
import type { Store } from '../store/store.ts'

/** How long after the end of its last call a turn that nobody started explicitly is over. */
const IDLE_GAP_MS = 120_000

interface CurrentTurn {
  readonly id: string
  number: number
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
  /** Told of each new turn: what is past its life goes then (M8). */
  turnStarted?(): void
}

/** A session while it is in use: which turn it is in, which number the next step has, which names are taken. */
export class ActiveSession {
  readonly id: string
  readonly client: string
  readonly #store: Store
  readonly #clock: Clock
  readonly #names = new Map<string, number>()
  /** Names that calls under way asked for and have not stored yet. */
  readonly #reserved = new Set<string>()
  /** Turns that calls still belong to though a later one has begun. */
  readonly #earlier = new Map<string, CurrentTurn>()
  #projectId: string | null
  #info: Session
  #turn: CurrentTurn | null
  #turns: number
  #starting: Promise<unknown> = Promise.resolve()
  /** Work on turns that is under way or waits for that. */
  #underWay = 0
  lastUsed: number

  constructor(state: SessionState, client: string, store: Store, clock: Clock) {
    this.id = state.session.id
    this.client = client
    this.#projectId = state.projectId
    this.#info = state.session
    this.#store = store
    this.#clock = clock
    this.#turns = state.turn?.number ?? 0
    this.#turn = state.turn ? resumed(state.turn, state.lastStep) : null
    this.lastUsed = clock.now()
  }

  /** Null where its client named none. */
  get projectId(): string | null {
    return this.#projectId
  }

  get info(): Session {
    return this.#info
  }

  /** Puts it into a project, where it is in none: from now on it shares that one's notes. */
  async enterProject(path: string): Promise<void> {
    if (this.#projectId !== null) return
    const order = { session: this.id, client: this.client, projectId: newId('p'), projectPath: path }
    const { session, projectId } = await this.#store.write.assignProject(order)
    this.#info = session
    this.#projectId = projectId
  }

  /** The turn that reads and calls belong to now; null before the first. */
  get currentTurn(): string | null {
    return this.#turn?.id ?? null
  }

  /** Turns with a call in flight. */
  get turnsInFlight(): string[] {
    const turns = [...this.#earlier.values(), ...(this.#turn ? [this.#turn] : [])]
    return turns.filter(({ inFlight }) => inFlight > 0).map(({ id }) => id)
  }

  /** Its turns and names are gone; the next call begins the first turn. */
  startOver(): void {
    this.#turn = null
    this.#turns = 0
    this.#earlier.clear()
    this.#names.clear()
  }

  /**
   * Changes the bounds of turns while no step begins, and takes up from the store what became of them.
   * @throws SpillwayError `conflict` where a call of one of them is under way
   */
  reshape<T>(turns: readonly string[], work: () => Promise<T>): Promise<T> {
    return this.#oneAtATime(async () => {
      if (this.turnsInFlight.some((id) => turns.includes(id)))
        throw new SpillwayError('conflict', 'A call of this turn is under way.', 'Try again when it is done.')
      const result = await work()
      await this.#takeUp()
      return result
    })
  }

  /** Calls in flight keep the turn that they count in: it may only have got another number. */
  async #takeUp(): Promise<void> {
    const state = await this.#store.read.sessionState({ client: this.client, id: this.id })
    const newest = state?.turn
    if (!newest) return
    this.#turns = newest.number
    const current = this.#turn
    if (current?.id === newest.id) {
      current.number = newest.number
      current.steps = Math.max(current.steps, state.lastStep)
    } else {
      const lastEnd = current?.lastEnd ?? Date.parse(newest.startedAt)
      this.#turn = { ...resumed(newest, state.lastStep), lastEnd }
    }
    for (const earlier of this.#earlier.values()) {
      const found = await this.#store.read.turnByKey({ session: this.id, key: earlier.id })
      if (found) earlier.number = found.turn.number
    }
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
    const going = turnKey === null && this.#underWay === 0 ? this.#goingOn() : null
    if (going) return Promise.resolve(this.#stepIn(going, step))
    return this.#oneAtATime(async () => this.#stepIn(await this.#turnFor(turnKey), step))
  }

  #stepIn(turn: CurrentTurn, step: number | null): Step {
    turn.inFlight++
    const number = step ?? turn.steps + 1
    turn.steps = Math.max(turn.steps, number)
    this.lastUsed = this.#clock.now()
    let ended = false
    return {
      turn: turn.id,
      turnNumber: turn.number,
      step: number,
      end: () => {
        if (ended) return
        ended = true
        turn.inFlight--
        if (turn.inFlight === 0) this.#earlier.delete(turn.id)
        turn.lastEnd = this.lastUsed = this.#clock.now()
      },
    }
  }

  /**
   * Keeps a name for a call that will store under it, so that of two that ask at once only one gets it.
   * @returns gives the name back, once it is stored or never will be
   * @throws SpillwayError `conflict` where an entry or another call has it
   */
  async reserveName(name: string): Promise<() => void> {
    const conflict = () =>
      new SpillwayError(
        'conflict',
        `This session already has an entry called ${name}.`,
        'Choose another name.',
      )
    if (this.#reserved.has(name)) throw conflict()
    this.#reserved.add(name)
    const release = () => void this.#reserved.delete(name)
    try {
      if (await this.#isStored(name)) throw conflict()
      return release
    } catch (error) {
      release()
      throw error
    }
  }

  #isStored(name: string): Promise<boolean> {
    return this.#store.read.nameTaken({ session: this.id, name })
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
      if (!this.#reserved.has(name) && !(await this.#isStored(name))) return name
    }
  }

  async #turnFor(key: string | null): Promise<CurrentTurn> {
    if (key === null) {
      return this.#goingOn() ?? this.#beginOrGoOn({ prompt: null, key: null, explicit: false })
    } else {
      const known = await this.#knownTurn(key)
      if (known) return known
      return this.#beginOrGoOn({ prompt: null, key, explicit: true })
    }
  }

  /**
   * A turn for a call. One that cannot be written (a full disk) must not keep the call from going through (N11): it gets a turn that
   * is in no record, and the next call tries again.
   */
  async #beginOrGoOn(order: { prompt: null; key: string | null; explicit: boolean }): Promise<CurrentTurn> {
    try {
      await this.#begin(order)
    } catch {
      return unwritten(newId('t'), this.#turns + 1)
    }
    if (!this.#turn) throw new SpillwayError('internal', 'A turn that was just started is gone.')
    return this.#turn
  }

  /** A turn of this session that was started before, perhaps by a daemon that is gone: a late call still belongs to it. */
  async #knownTurn(key: string): Promise<CurrentTurn | null> {
    const current = this.#turn
    if (current && [current.id, current.key ?? String(current.number)].includes(key)) return current
    const found = await this.#store.read.turnByKey({ session: this.id, key })
    if (!found) return null
    if (found.turn.id === current?.id) return current
    const earlier = this.#earlier.get(found.turn.id) ?? resumed(found.turn, found.lastStep)
    this.#earlier.set(earlier.id, earlier)
    return earlier
  }

  /** The turn that a call without a turn of its own belongs to; null where it begins one. */
  #goingOn(): CurrentTurn | null {
    const current = this.#turn
    return current && (current.explicit || !this.#isOver(current)) ? current : null
  }

  #isOver(turn: CurrentTurn): boolean {
    return turn.inFlight === 0 && this.#clock.now() - turn.lastEnd > IDLE_GAP_MS
  }

  async #begin(order: { prompt: string | null; key: string | null; explicit: boolean }): Promise<Turn> {
    const now = this.#clock.now()
    const number = this.#turns + 1
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
    this.#turns = number
    const { key, explicit } = order
    if (this.#turn && this.#turn.inFlight > 0) this.#earlier.set(this.#turn.id, this.#turn)
    this.#turn = { id: turn.id, number, key, explicit, steps: 0, inFlight: 0, lastEnd: now }
    this.lastUsed = now
    this.#clock.turnStarted?.()
    return turn
  }

  /** Turns start one after the other, or two calls that arrive together would each start one. */
  #oneAtATime<T>(work: () => Promise<T>): Promise<T> {
    this.#underWay++
    const result = this.#starting.then(work).finally(() => this.#underWay--)
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

const unwritten = (id: string, number: number): CurrentTurn => ({
  id,
  number,
  key: null,
  explicit: false,
  steps: 0,
  inFlight: 0,
  lastEnd: 0,
})
