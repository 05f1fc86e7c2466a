import type { Methods, Thread } from './thread.ts'

interface Member<M extends Methods> {
  readonly thread: Thread<M>
  held: number
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

  constructor(start: () => Thread<M>, options: PoolOptions) {
    this.#start = start
    this.#options = options
    this.#members = Array.from({ length: options.min }, () => this.#member())
    this.#sweep = setInterval(() => this.#endIdle(), options.idleMs / 2).unref()
  }

  /** The least busy thread, held until `release` is called: between two calls of one job it must not end. */
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

  /** A thread that is never ended, for work that may wait: it does not make the thread count as busy. */
  get permanent(): Thread<M> {
    const [member = this.#freest()] = this.#members.filter(({ thread }) => thread.alive)
    return member.thread
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

  async close(): Promise<void> {
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
    return { thread: this.#start(), held: 0, lastUsed: performance.now() }
  }

  #endIdle(): void {
    const before = performance.now() - this.#options.idleMs
    const isIdle = ({ held, lastUsed }: Member<M>) => held === 0 && lastUsed < before
    const ended = this.#members.slice(this.#options.min).filter(isIdle)
    this.#members = this.#members.filter((member) => !ended.includes(member))
    for (const { thread } of ended) void thread.kill()
  }
}
