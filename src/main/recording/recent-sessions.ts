import type { ActiveSession } from './active-session.ts'

/**
 * Sessions in use, by id. The ones used last are kept, so that a daemon which runs for weeks does not remember all it ever served.
 * An earlier one is found for as long as anybody else holds it (a bridge that rests, a call in flight): of one session there are
 * never two, or both would give out the same step.
 */
export class RecentSessions {
  readonly #limit: number
  readonly #kept = new Map<string, ActiveSession>()
  readonly #known = new Map<string, WeakRef<ActiveSession>>()
  readonly #collected = new FinalizationRegistry<string>((id) => {
    // Meanwhile it may have been read from the store again.
    if (this.#known.get(id)?.deref() === undefined) this.#known.delete(id)
  })

  constructor(limit: number) {
    this.#limit = limit
  }

  get(id: string): ActiveSession | undefined {
    const session = this.#known.get(id)?.deref()
    if (session) this.#keep(session)
    return session
  }

  add(session: ActiveSession): void {
    this.#known.set(session.id, new WeakRef(session))
    this.#collected.register(session, session.id)
    this.#keep(session)
  }

  /** Whoever is still there, whether kept or held by others. */
  all(): ActiveSession[] {
    return [...this.#known.values()].flatMap((known) => known.deref() ?? [])
  }

  #keep(session: ActiveSession): void {
    this.#kept.delete(session.id)
    this.#kept.set(session.id, session)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > this.#limit && oldest !== undefined) this.#kept.delete(oldest)
  }
}
