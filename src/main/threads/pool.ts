import { SpillwayError } from '../../shared/errors.ts'
import type { Methods, Thread } from './thread.ts'

interface Member<M extends Methods> {
  readonly thread: Thread<M>
  held: number
  /** Work that may wait. */
  behind: number
  lastUsed: number
}

export interface PoolOptions {
  /** Started at once and never ended, so that whoever comes first need not wait for a start. */
  readonly min: number
  readonly max: number
  /** A thread that nobody has used for this long is ended: each costs tens of megabytes. */
  readonly idleMs: number
}

/** Threads that are started when they are needed, one more whenever all are busy, and end when they are not. */
export class ThreadPool<M extends Methods> {
  readonly #start: () => Thread<M>
  readonly #options: PoolOptions
  readonly #sweep: NodeJS.Timeout
  #members: Member<M>[] = []
  #closed = false

  constructor(start: () => Thread<M>, options: PoolOptions) {
    this.#start = start
    this.#options = options
    this.#members = Array.from({ length: options.min }, () => this.#member())
    this.#sweep = setInterval(() => this.#endIdle(), options.idleMs / 2).unref()
  }

  /**
   * The least busy thread, held until `release` is called: between two calls of one job it must not end.
   * @throws SpillwayError `unavailable` once it is closed
   */
  hold(): { thread: Thread<M>; release: () => void } {
    const member = this.#freest()
    member.held++
    return {
      thread: member.thread,
      release: () => {
        member.held--
        member.lastUsed = performance.now()
      },
    }
  }

  /** Runs one piece of work on the least busy thread. */
  async run<T>(work: (thread: Thread<M>) => Promise<T>): Promise<T> {
    const { thread, release } = this.hold()
    try {
      return await work(thread)
    } finally {
      release()
    }
  }

  /** Runs work that may wait: its thread is not ended before it is done, but does not count as busy for it. */
  async runBehind<T>(work: (thread: Thread<M>) => Promise<T>): Promise<T> {
    const member = this.#members.find(({ thread }) => thread.alive) ?? this.#freest()
    member.behind++
    try {
      return await work(member.thread)
    } finally {
      member.behind--
      member.lastUsed = performance.now()
    }
  }

  /** Whether the next piece of work has to wait for a start. */
  get asleep(): boolean {
    return !this.#members.some(({ thread }) => thread.alive)
  }

  /** Ends all of them; none is started any more. */
  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#sweep)
    await Promise.all(this.#members.map(({ thread }) => thread.kill()))
  }

  #freest(): Member<M> {
    this.#members = this.#members.filter(({ thread }) => thread.alive)
    const free = this.#members.find(({ held }) => held === 0)
    if (free) return free
    if (this.#members.length < this.#options.max) {
      const member = this.#member()
      this.#members.push(member)
      return member
    }
    return this.#members.reduce((best, member) => (member.held < best.held ? member : best))
  }

  #member(): Member<M> {
    if (this.#closed) throw new SpillwayError('unavailable', 'The daemon is ending.')
    return { thread: this.#start(), held: 0, behind: 0, lastUsed: performance.now() }
  }

  #endIdle(): void {
    const before = performance.now() - this.#options.idleMs
    const isIdle = ({ held, behind, lastUsed }: Member<M>) => held + behind === 0 && lastUsed < before
    const ended = this.#members.slice(this.#options.min).filter(isIdle)
    this.#members = this.#members.filter((member) => !ended.includes(member))
    for (const { thread } of ended) void thread.kill()
  }
}
