import { SpillwayError } from '../../shared/errors.ts'
import { sessionId } from '../../shared/ids.ts'
import { newId } from '../store/ids.ts'
import type { Store } from '../store/store.ts'
import { ActiveSession, type Clock } from './active-session.ts'
import { RecentSessions } from './recent-sessions.ts'

/** A client without sessions of its own gets a new one after so long without a call. */
const ROLL_OVER_MS = 30 * 60_000

/** A session that is not among them is read from the store when it is used again, which takes a millisecond. */
const SESSIONS_KEPT = 1_000

export interface SessionOrigin {
  /** '' for the admin. */
  readonly client: string
  readonly clientName: string
  readonly projectPath: string | null
  readonly transport: 'bridge' | 'http' | 'stateless' | 'api' | 'again'
  /** The session whose calls are made again in this one. */
  readonly repeats?: string
}

const slotOf = ({ client, transport, projectPath }: SessionOrigin) =>
  `${client}\n${transport}\n${projectPath ?? ''}`

/** All sessions in use. A session is found by its id or by the name that its client gave it, only ever by that client. */
export class SessionBook {
  readonly #store: Store
  readonly #clock: Clock
  readonly #active: RecentSessions
  readonly #opening = new Map<string, Promise<ActiveSession>>()
  /** The session that a client without one of its own is in. */
  readonly #rolling = new Map<string, ActiveSession>()

  constructor(store: Store, clock: Clock, kept = SESSIONS_KEPT) {
    this.#store = store
    this.#clock = clock
    this.#active = new RecentSessions(kept)
  }

  /** Turns with a call in flight: retention leaves their entries alone, as it does those of turns that were started and not ended. */
  turnsInFlight(): string[] {
    return this.#active.all().flatMap((session) => session.turnsInFlight)
  }

  /** Those in use, by id. */
  ids(): string[] {
    return this.#active.all().map(({ id }) => id)
  }

  /** All that was stored is gone: sessions in use go on from nothing. */
  startOver(): void {
    for (const session of this.#active.all()) session.startOver()
  }

  start(origin: SessionOrigin, externalKey: string | null = null, id = newId('s')): Promise<ActiveSession> {
    return this.#create(origin, externalKey, id)
  }

  /** A session of this client by its id. @throws SpillwayError `not_found`; a stranger's session is not found either. */
  async byId(client: string, id: string): Promise<ActiveSession> {
    const session = await this.#lookUp(client, { id })
    if (!session)
      throw new SpillwayError(
        'not_found',
        `There is no session ${id}.`,
        'Start one with POST /api/v1/sessions.',
      )
    return session
  }

  /** By id or by a name of the client's own choice; a name that is new starts a session. */
  resolve(origin: SessionOrigin, key: string): Promise<ActiveSession> {
    if (sessionId.safeParse(key).success) return this.byId(origin.client, key)
    return this.#once(`${origin.client}\n${key}`, async () => {
      return (await this.#lookUp(origin.client, { externalKey: key })) ?? (await this.#create(origin, key))
    })
  }

  /** The session of a client that names none: the same until half an hour passes without a call. */
  rolling(origin: SessionOrigin): Promise<ActiveSession> {
    const slot = slotOf(origin)
    return this.#once(slot, async () => {
      const known = this.rollingNow(origin)
      if (known) return known
      const session = await this.#create(origin, null)
      this.#forgetRolledOver()
      this.#rolling.set(slot, session)
      return session
    })
  }

  /** That session where there is one now; none is started. */
  rollingNow(origin: SessionOrigin): ActiveSession | null {
    const known = this.#rolling.get(slotOf(origin))
    return known && !this.#isOver(known) ? known : null
  }

  #isOver(session: ActiveSession): boolean {
    return this.#clock.now() - session.lastUsed > ROLL_OVER_MS
  }

  #forgetRolledOver(): void {
    for (const [slot, session] of this.#rolling) if (this.#isOver(session)) this.#rolling.delete(slot)
  }

  async #create(origin: SessionOrigin, externalKey: string | null, id = newId('s')): Promise<ActiveSession> {
    const session = await this.#store.write.addSession({
      id,
      ...origin,
      projectId: newId('p'),
      externalKey,
      at: this.#clock.now(),
    })
    return this.#activate({ session, projectId: session.project, turn: null, lastStep: 0 }, origin.client)
  }

  async #lookUp(client: string, key: { id?: string; externalKey?: string }): Promise<ActiveSession | null> {
    const active = key.id === undefined ? undefined : this.#active.get(key.id)
    if (active) return active.client === client ? active : null
    const state = await this.#store.read.sessionState({ client, ...key })
    return state ? this.#activate(state, client) : null
  }

  #activate(state: ConstructorParameters<typeof ActiveSession>[0], client: string): ActiveSession {
    const known = this.#active.get(state.session.id)
    if (known) return known
    const session = new ActiveSession(state, client, this.#store, this.#clock)
    this.#active.add(session)
    return session
  }

  /** Two calls that arrive together share one look-up, or both would create. */
  #once(key: string, work: () => Promise<ActiveSession>): Promise<ActiveSession> {
    const running = this.#opening.get(key)
    if (running) return running
    const started = work().finally(() => this.#opening.delete(key))
    this.#opening.set(key, started)
    return started
  }
}
