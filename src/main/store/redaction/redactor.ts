import { SpillwayError } from '../../../shared/errors.ts'
import type { RedactionPattern } from '../../policy/redaction/patterns.ts'
import type { Counts } from '../../policy/redaction/scrub.ts'
import { programEntry } from '../../threads/entry.ts'
import { Thread } from '../../threads/thread.ts'
import { START, START_TEXT } from './bytes.ts'
import type { RedactionMethods } from './protocol.ts'

/** For about a megabyte. A user's pattern may never end; a thread can be ended all the same. */
const TIME_LIMIT_MS = 2_000
/** Contents go to the thread in pieces, so that the limit is for a piece and not for the length. */
const PIECE_BYTES = 1024 * 1024

type Patterns = readonly RedactionPattern[]

/** Redacts contents in a thread of its own, one piece at a time, before anything else is done with them. */
export class Redactor {
  #thread: Thread<RedactionMethods> | null = null
  #last: Promise<unknown> = Promise.resolve()

  /** The whole of a content. @throws SpillwayError `timeout` where a pattern takes too long: the content must not be stored then */
  async bytes(
    content: Uint8Array,
    asText: boolean,
    patterns: Patterns,
  ): Promise<{ bytes: Uint8Array; counts: Counts }> {
    const counts: Counts = {}
    const out: Uint8Array[] = []
    const body = (async function* pieces() {
      for (let at = 0; at < content.length; at += PIECE_BYTES) yield content.subarray(at, at + PIECE_BYTES)
    })()
    for await (const bytes of this.stream(body, asText, patterns, counts)) out.push(bytes)
    return { bytes: Buffer.concat(out), counts }
  }

  /** A content that streams by; what was found is added to `counts`. */
  async *stream(
    body: AsyncIterable<Uint8Array>,
    asText: boolean,
    patterns: Patterns,
    counts: Counts,
  ): AsyncGenerator<Uint8Array> {
    let state = asText ? START_TEXT : START
    const scrub = async (bytes: Uint8Array, final: boolean) => {
      // A message takes along all of the memory that a piece lies in, which may be that of the whole content.
      const own = new Uint8Array(bytes)
      const done = await this.#call('bytes', { state, bytes: own, final, patterns }, own.length)
      state = done.state
      addCounts(counts, done.counts)
      return done.bytes
    }
    for await (const bytes of body) yield await scrub(bytes, false)
    yield await scrub(new Uint8Array(0), true)
  }

  /** JSON stays JSON. */
  json(json: string, patterns: Patterns): Promise<{ json: string; counts: Counts }> {
    return this.#call('json', { json, patterns }, json.length)
  }

  async close(): Promise<void> {
    await this.#thread?.kill()
  }

  /** One after the other, or one caller's time would run while another's pattern does. */
  #call<K extends keyof RedactionMethods>(
    method: K,
    order: Parameters<RedactionMethods[K]>[0],
    size: number,
  ): Promise<ReturnType<RedactionMethods[K]>> {
    const limit = TIME_LIMIT_MS * Math.max(1, Math.ceil(size / PIECE_BYTES))
    const result = this.#last.then(() => this.#inTime(method, order, limit))
    this.#last = result.catch(() => undefined)
    return result
  }

  async #inTime<K extends keyof RedactionMethods>(
    method: K,
    order: Parameters<RedactionMethods[K]>[0],
    limit: number,
  ): Promise<ReturnType<RedactionMethods[K]>> {
    const thread = await this.#ready()
    let late = false
    const timer = setTimeout(() => {
      late = true
      void thread.kill()
    }, limit)
    try {
      return (await thread.call(method, order)) as ReturnType<RedactionMethods[K]>
    } catch (error) {
      if (!late) throw error
      throw new SpillwayError('timeout', 'The redaction patterns take too long; nothing was stored.')
    } finally {
      clearTimeout(timer)
    }
  }

  /** A thread that has started: the time that takes is nobody's. */
  async #ready(): Promise<Thread<RedactionMethods>> {
    if (this.#thread?.alive) return this.#thread
    const entry = programEntry(import.meta.url, './worker.ts', 'redaction-worker.js')
    const thread = (this.#thread = new Thread<RedactionMethods>(entry, 'redaction', null))
    await thread.call('json', { json: 'null', patterns: [] })
    return thread
  }
}

export function addCounts(total: Counts, more: Counts): void {
  for (const [name, n] of Object.entries(more)) total[name] = (total[name] ?? 0) + n
}
