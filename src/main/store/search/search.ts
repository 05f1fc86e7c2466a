import { SpillwayError } from '../../../shared/errors.ts'
import { programEntry } from '../../threads/entry.ts'
import { ThreadPool } from '../../threads/pool.ts'
import { Thread } from '../../threads/thread.ts'
import type { Content } from '../protocol.ts'
import { finderFor } from './finder.ts'
import type { GrepQuery, GrepResult } from './grep.ts'
import type { Outline, OutlineFrom } from './outline.ts'

export interface GrepOrder {
  readonly content: Content
  readonly query: GrepQuery
}

export interface OutlineOrder {
  readonly content: Content
  readonly from: OutlineFrom
  /** Members at most. */
  readonly limit: number
}

export type SearchMethods = {
  grep(order: GrepOrder): GrepResult
  outline(order: OutlineOrder): ReturnType<Outline['result']>
}

export interface SearchThreadData {
  readonly file: string
  readonly progress: SharedArrayBuffer
}

/** What a search's progress says until its thread has begun with it. */
const NOT_BEGUN = -1n

/** A pattern has this long for any one line, and after it must have come at least this far for every further second. */
const PATIENCE_MS = 1_500
const LEAST_BYTES_PER_SECOND = 5_000_000

/** As many as there are searches at once; each keeps what it read of the database in memory. */
const THREADS = { min: 0, max: Infinity, idleMs: 10_000 }

/**
 * Searches in threads that can be ended from outside: a regular expression may take for ever on one line. Each search has a
 * thread to itself, so a hostile pattern delays nobody else's.
 */
export class Search {
  readonly #threads: ThreadPool<SearchMethods>
  /** How many bytes each has read: a thread inside a regular expression answers nobody. */
  readonly #progress = new WeakMap<Thread<SearchMethods>, BigInt64Array>()

  constructor(file: string) {
    this.#threads = new ThreadPool(() => this.#start(file), THREADS)
  }

  /** @throws SpillwayError `invalid_pattern` where it cannot be compiled or takes too long. */
  grep(order: GrepOrder): Promise<GrepResult> {
    const { pattern, ignoreCase } = order.query
    finderFor(pattern, ignoreCase)
    return this.#inThread(
      (thread) => thread.call('grep', order),
      () => tooSlow(pattern),
    )
  }

  /** @throws SpillwayError `invalid_input` where the content is not JSON */
  outline(order: OutlineOrder): Promise<ReturnType<Outline['result']>> {
    const stopped = () => new SpillwayError('timeout', 'The content takes too long to look through.')
    return this.#inThread((thread) => thread.call('outline', order), stopped)
  }

  async #inThread<T>(
    work: (thread: Thread<SearchMethods>) => Promise<T>,
    onStop: () => SpillwayError,
  ): Promise<T> {
    const { thread, release } = this.#threads.hold()
    const progress = this.#progress.get(thread) ?? new BigInt64Array(1)
    Atomics.store(progress, 0, NOT_BEGUN)
    let stopped = false
    const watch = watchProgress(progress, () => {
      stopped = true
      void thread.kill()
    })
    try {
      return await work(thread)
    } catch (error) {
      throw stopped ? onStop() : error
    } finally {
      clearInterval(watch)
      release()
    }
  }

  async close(): Promise<void> {
    await this.#threads.close()
  }

  #start(file: string): Thread<SearchMethods> {
    const progress = new SharedArrayBuffer(8)
    const data: SearchThreadData = { file, progress }
    const entry = programEntry(import.meta.url, './worker.ts', 'search-worker.js')
    const thread = new Thread<SearchMethods>(entry, 'search', data)
    this.#progress.set(thread, new BigInt64Array(progress))
    return thread
  }
}

/** Tells where a search is too slow; the interval is its caller's to clear. */
function watchProgress(progress: BigInt64Array, onStop: () => void): NodeJS.Timeout {
  // Counted from when the thread begins: on a busy machine its start alone may take as long, and that is not the pattern's fault.
  let began: number | null = null
  let last = { reached: NOT_BEGUN, at: 0 }
  return setInterval(() => {
    const reached = Atomics.load(progress, 0)
    if (reached === NOT_BEGUN) return
    const now = performance.now()
    began ??= now
    if (reached !== last.reached) last = { reached, at: now }
    const elapsed = now - began
    const due = ((elapsed - PATIENCE_MS) / 1000 + 1) * LEAST_BYTES_PER_SECOND
    const isBehind = elapsed >= PATIENCE_MS && Number(reached) < due
    // A long line is read whole before it is searched, which says nothing of how the search goes.
    const isStuck = now - last.at >= PATIENCE_MS
    if (isBehind || isStuck) onStop()
  }, 50)
}

function tooSlow(pattern: string): SpillwayError {
  return new SpillwayError(
    'invalid_pattern',
    `The pattern ${JSON.stringify(pattern.slice(0, 100))} takes too long on this content and was stopped.`,
    'Avoid nested repetition such as (a+)+; search for a literal part of what you look for.',
  )
}
