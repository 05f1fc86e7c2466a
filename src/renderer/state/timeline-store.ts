import type { Event } from '../../shared/event.ts'
import type { ApiClient } from '../api/client.ts'
import { isSignedOut } from '../api/failure.ts'
import { followEvents } from '../api/live.ts'
import type { LiveState } from '../api/live.ts'
import { Timeline } from '../features/timeline/model/timeline.ts'
import type { ItemRow } from '../features/timeline/model/row.ts'

/** Enough for hours of work; more would only be memory, as scrolling down fetches what was dropped. */
const MAX_ROWS = 50_000
const FIRST_PAGE = 500
const OLDER_PAGE = 250
const FOUND_PAGE = 200
const RETRY_MS = 1_000

/** A search through what lies before the rows that are loaded. */
interface Search {
  readonly filter: string
  /** Everything from here on was looked at; null once all was. */
  readonly before: number | null
  readonly running: boolean
}

export interface TimelineState {
  /** Grows with every change of the rows, which are changed in place. */
  readonly version: number
  readonly timeline: Timeline
  readonly live: LiveState
  /** The first page has arrived. */
  readonly loaded: boolean
  readonly loadingOlder: boolean
  readonly hasOlder: boolean
  /** Events that arrived while paused, not yet shown. */
  readonly waiting: number
  /** The rows of the last live batch; empty after anything else. */
  readonly arrived: readonly ItemRow[]
  /** Null while nothing is filtered. */
  readonly search: Search | null
  /** Looking at another time than now: the first row of it, and whether more lies between it and now. */
  readonly past: { readonly landing: ItemRow | null; readonly hasNewer: boolean } | null
}

const EMPTY: Omit<TimelineState, 'timeline'> = {
  version: 0,
  live: 'connecting',
  loaded: false,
  loadingOlder: false,
  hasOlder: false,
  waiting: 0,
  arrived: [],
  search: null,
  past: null,
}

/** The log of events as this page knows it: the newest page, then live, and older pages on demand. */
export class TimelineStore {
  private state: TimelineState = { ...EMPTY, timeline: new Timeline() }
  private readonly client: ApiClient
  private readonly listeners = new Set<() => void>()
  private readonly eventListeners = new Set<(events: readonly Event[]) => void>()
  private firstSeq = 0
  private lastSeq = 0
  private paused = false
  private held: Event[] = []
  private stopFollowing: (() => void) | null = null
  private stopped = true

  constructor(client: ApiClient) {
    this.client = client
  }

  readonly getState = (): TimelineState => this.state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Every live batch as it comes, paused or not. */
  onEvents(listener: (events: readonly Event[]) => void): () => void {
    this.eventListeners.add(listener)
    return () => this.eventListeners.delete(listener)
  }

  /** Loads the newest page and follows from there; returns its stop. */
  start(): () => void {
    this.stopped = false
    void this.open()
    return () => {
      this.stopped = true
      this.stopFollowing?.()
    }
  }

  /** While paused events are counted and kept back; resuming shows them. */
  setPaused(paused: boolean): void {
    this.paused = paused
    if (paused) return
    if (this.state.past !== null) return void this.open()
    if (this.held.length === 0) return
    const events = this.held
    this.held = []
    this.show(events)
  }

  /** Fetches the page before the oldest event known here. */
  async loadOlder(): Promise<void> {
    if (this.state.loadingOlder || !this.state.hasOlder) return
    this.set({ loadingOlder: true, arrived: [] })
    const { timeline } = this.state
    try {
      const page = { before: this.firstSeq, limit: OLDER_PAGE }
      const { items } = await this.client.call('listEvents', page)
      if (timeline !== this.state.timeline) return
      timeline.apply(items)
      this.set({ ...this.reached(items, OLDER_PAGE), version: this.state.version + 1 })
    } catch {
      // What is shown stays; the live state tells of a daemon that is down, and scrolling tries again.
    }
    this.set({ loadingOlder: false })
  }

  /** Looks at what happened around a moment; live events are held back until resumed. Says whether anything was there. */
  async goToTime(moment: Date): Promise<boolean> {
    const around = { at: moment.toISOString(), limit: FIRST_PAGE }
    const { items, lastSeq } = await this.client.call('listEvents', around)
    const timeline = new Timeline()
    timeline.apply(items)
    const rows = timeline.groups.flatMap((group) => group.rows)
    const [landing = timeline.newest] = rows
      .filter(({ time }) => time >= moment.getTime())
      .toSorted((a, b) => a.seq - b.seq)
    if (landing === null) return false
    this.lastSeq = items.at(-1)?.seq ?? lastSeq
    this.set({
      timeline,
      version: this.state.version + 1,
      arrived: [],
      search: null,
      past: { landing, hasNewer: this.lastSeq < lastSeq },
      ...this.reached(items, 1),
    })
    return true
  }

  /** Fetches the page after the newest event shown, where that is not now. */
  async loadNewer(): Promise<void> {
    const { past, timeline } = this.state
    if (past?.hasNewer !== true || this.state.loadingOlder) return
    this.set({ loadingOlder: true, arrived: [] })
    try {
      const page = { after: this.lastSeq, limit: OLDER_PAGE }
      const { items, lastSeq } = await this.client.call('listEvents', page)
      if (timeline === this.state.timeline) {
        timeline.apply(items)
        this.lastSeq = items.at(-1)?.seq ?? this.lastSeq
        const hasNewer = items.length > 0 && this.lastSeq < lastSeq
        this.set({ version: this.state.version + 1, past: { ...past, hasNewer } })
      }
    } catch {
      // As with older rows.
    }
    this.set({ loadingOlder: false })
  }

  /** Begins to search for a filter in what is not loaded; null ends it, and forgets what was found. */
  searchFor(filter: string | null): void {
    if ((this.state.search?.filter ?? null) === filter) return
    const { timeline, version, hasOlder } = this.state
    timeline.dropBefore(this.firstSeq)
    const search =
      filter === null ? null : { filter, before: hasOlder ? this.firstSeq : null, running: false }
    this.set({ search, arrived: [], version: version + 1 })
  }

  /** Looks further back for what matches, as far as one request goes. */
  async searchOlder(): Promise<void> {
    const { search, timeline } = this.state
    if (search === null || search.before === null || search.running) return
    const { filter, before } = search
    this.set({ search: { ...search, running: true }, arrived: [] })
    const isCurrent = () => this.state.search?.filter === filter && this.state.timeline === timeline
    try {
      const found = await this.client.call('findCalls', { filter, before, limit: FOUND_PAGE })
      if (!isCurrent()) return
      timeline.applyFound(found.items)
      this.set({
        search: { filter, before: found.nextBefore, running: false },
        version: this.state.version + 1,
      })
    } catch {
      // The live state tells of a daemon that is down; it is asked again after a while.
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      if (isCurrent()) this.set({ search: { ...search, running: false } })
    }
  }

  private async open(): Promise<void> {
    this.stopFollowing?.()
    try {
      const page = { before: Number.MAX_SAFE_INTEGER, limit: FIRST_PAGE }
      const { items, lastSeq } = await this.client.call('listEvents', page)
      if (this.stopped) return
      const timeline = new Timeline()
      timeline.apply(items)
      this.held = []
      const version = this.state.version + 1
      this.set({
        timeline,
        version,
        loaded: true,
        waiting: 0,
        arrived: [],
        search: null,
        past: null,
        ...this.reached(items, FIRST_PAGE),
      })
      this.follow(items.at(-1)?.seq ?? lastSeq)
    } catch (error) {
      if (this.stopped) return
      if (isSignedOut(error)) return this.set({ live: 'signed-out' })
      this.set({ live: 'down' })
      setTimeout(() => !this.stopped && void this.open(), RETRY_MS)
    }
  }

  private follow(seq: number): void {
    this.stopFollowing = followEvents(this.client, seq, {
      onEvents: (events) => {
        for (const listener of this.eventListeners) listener(events)
        if (this.paused) {
          // What lies between another time and now is fetched, so there it is only counted.
          if (this.state.past === null) this.held.push(...events)
          this.set({ waiting: this.state.waiting + events.length, arrived: [] })
        } else {
          this.show(events)
        }
      },
      onReset: () => void this.open(),
      onState: (live) => this.set({ live, arrived: [] }),
    })
  }

  private show(events: readonly Event[]): void {
    const { timeline, version } = this.state
    const arrived = timeline.apply(events)
    if (timeline.size > MAX_ROWS) {
      timeline.trim(MAX_ROWS)
      this.firstSeq = Math.max(this.firstSeq, timeline.oldestSeq())
    }
    this.set({ version: version + 1, waiting: 0, arrived, hasOlder: this.firstSeq > 1 })
  }

  private reached(items: readonly Event[], limit: number): Pick<TimelineState, 'hasOlder'> {
    this.firstSeq = items[0]?.seq ?? this.firstSeq
    return { hasOlder: items.length === limit && this.firstSeq > 1 }
  }

  private set(change: Partial<TimelineState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.listeners) listener()
  }
}
