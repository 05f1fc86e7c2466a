import type { Event } from '../../shared/event.ts'

/** An event with the client that may see it; '' is the admin. */
export interface Announcement {
  readonly event: Event
  readonly client: string
}

type Listener = (announcement: Announcement) => void

/** Tells whoever listens what has been committed. Events announce state; nothing here steers what happens next. */
export class Bus {
  readonly #listeners = new Set<Listener>()
  #lastSeq = 0

  /** Of the newest event announced since the start; 0 where there was none. */
  get lastSeq(): number {
    return this.#lastSeq
  }

  publish(announcement: Announcement): void {
    this.#lastSeq = Math.max(this.#lastSeq, announcement.event.seq)
    for (const listener of this.#listeners) listener(announcement)
  }

  /** Returns its unsubscribe. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
