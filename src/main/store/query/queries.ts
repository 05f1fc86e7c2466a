import { SpillwayError } from '../../../shared/errors.ts'
import type { Content } from '../protocol.ts'
import { QueryChild } from './child.ts'
import { ANSWER_LIMIT_MS, LEAST_QUERY_MS, LOAD_LIMIT_MS, QUERY_LIMIT_MS } from './limits.ts'
import type { JsonAnswer, JsonAsk, Shape, SqlAnswer, SqlAsk } from './protocol.ts'

const MOST_CHILDREN = 2
const IDLE_MS = 60_000
const SMALL_BYTES = 1024 * 1024

interface Slot {
  readonly key: string
  readonly child: QueryChild
  busy: boolean
  idle: NodeJS.Timeout | null
}

/**
 * Structured queries on stored contents. SQLite cannot be interrupted inside a statement, nor a thread inside SQLite, so what a
 * user asks runs in a process that can be killed. It keeps its content loaded for a while: the next query is then quick.
 */
export class Queries {
  readonly #file: string
  #slots: Slot[] = []
  readonly #queue: (() => void)[] = []
  #closed = false

  constructor(file: string) {
    this.#file = file
  }

  /** @throws SpillwayError `invalid_input` (the content, the path, the SQL), `timeout`, `too_large` */
  sql(content: Content, path: string | null, ask: SqlAsk): Promise<SqlAnswer> {
    return this.#with(content, { kind: 'table', path }, (child, limit) => child.call('sql', ask, limit))
  }

  /** @throws SpillwayError as `sql` does */
  json(content: Content, ask: JsonAsk): Promise<JsonAnswer> {
    return this.#with(content, { kind: 'document' }, (child, limit) => child.call('json', ask, limit))
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const resume of this.#queue.splice(0)) resume()
    await Promise.all(this.#slots.map((slot) => this.#drop(slot)))
  }

  async #with<T>(
    content: Content,
    shape: Shape,
    ask: (child: QueryChild, limitMs: number) => Promise<T>,
  ): Promise<T> {
    // A blob's number is never used twice, so it names its bytes; `sha256` would do as well.
    const key = JSON.stringify([content.blob, content.kind, content.mime, shape])
    const { slot, fresh } = await this.#acquire(key)
    let usable = false
    try {
      const started = performance.now()
      if (fresh) {
        await slot.child.call('load', { file: this.#file, content, shape }, LOAD_LIMIT_MS)
        slot.child.yieldToOthers()
      }
      usable = true
      return await ask(slot.child, queryLimit(content, performance.now() - started))
    } finally {
      if (usable && !slot.child.dead && !this.#closed) this.#release(slot)
      else await this.#drop(slot)
    }
  }

  /** The child that has the content, else a new one in a free place, else in the place of the one idle for longest; or waits. */
  async #acquire(key: string): Promise<{ slot: Slot; fresh: boolean }> {
    for (;;) {
      if (this.#closed) throw new SpillwayError('unavailable', 'Spillway is ending.')
      const idle = this.#slots.filter((slot) => !slot.busy)
      const warm = idle.find((slot) => slot.key === key && !slot.child.dead)
      if (warm) return { slot: this.#take(warm), fresh: false }
      if (this.#slots.length < MOST_CHILDREN) {
        const slot = { key, child: new QueryChild(), busy: true, idle: null }
        this.#slots.push(slot)
        return { slot, fresh: true }
      }
      const [oldest] = idle
      if (oldest) await this.#drop(this.#take(oldest))
      else await new Promise<void>((resolve) => void this.#queue.push(resolve))
    }
  }

  #take(slot: Slot): Slot {
    if (slot.idle) clearTimeout(slot.idle)
    slot.idle = null
    slot.busy = true
    return slot
  }

  #release(slot: Slot): void {
    slot.busy = false
    slot.idle = setTimeout(() => void this.#drop(this.#take(slot)), IDLE_MS).unref()
    // Last used comes last.
    this.#slots = [...this.#slots.filter((one) => one !== slot), slot]
    this.#queue.shift()?.()
  }

  async #drop(slot: Slot): Promise<void> {
    if (slot.idle) clearTimeout(slot.idle)
    await slot.child.end()
    this.#slots = this.#slots.filter((one) => one !== slot)
    this.#queue.shift()?.()
  }
}

/** A large content takes its time to load, which everyone expects; a small one is answered in time even on a slow start. */
function queryLimit({ sizes }: Content, spentMs: number): number {
  if (sizes.bytes > SMALL_BYTES) return QUERY_LIMIT_MS
  return Math.max(LEAST_QUERY_MS, Math.min(QUERY_LIMIT_MS, Math.round(ANSWER_LIMIT_MS - spentMs)))
}
