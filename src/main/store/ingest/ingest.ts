import { programEntry } from '../../threads/entry.ts'
import { ThreadPool } from '../../threads/pool.ts'
import { Thread } from '../../threads/thread.ts'
import type { Preview } from '../../policy/preview/index.ts'
import type { StagedBlob } from '../blob.ts'
import type { Store } from '../store.ts'
import type { IngestMethods, Prepared, PrepareOrder, PreviewOrder } from './protocol.ts'

/** Two, so that a small result does not wait behind a large one. */
const THREADS = 2
const IDLE_MS = 30_000

/** Bodies are handed to the thread in pieces of about this size, so that memory does not follow their length. */
const PIECE_BYTES = 1024 * 1024

export interface StreamOrder {
  readonly body: AsyncIterable<Uint8Array>
  readonly mime: string | null
  readonly preview: PreviewOrder
  readonly at: number
}

/** Hashes, measures, compresses and previews contents in threads of its own, before the store writes them. */
export class Ingest {
  readonly #pool: ThreadPool<IngestMethods>
  #nextStream = 1

  constructor() {
    const entry = programEntry(import.meta.url, './worker.ts', 'ingest-worker.js')
    const start = (): Thread<IngestMethods> => new Thread(entry, 'ingest', null)
    this.#pool = new ThreadPool(start, { min: 1, max: THREADS, idleMs: IDLE_MS })
  }

  /** Takes the bytes of the order away from the caller where they fill their buffer. */
  prepare(order: PrepareOrder): Promise<Prepared> {
    const { buffer, byteLength } = order.bytes
    const ownBuffer = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
    return this.#pool.run((thread) => thread.call('prepare', order, ownBuffer ? [buffer] : []))
  }

  /** Stores a body of any size while it streams in. What was staged is dropped where the body breaks off. */
  async stream(store: Store, order: StreamOrder): Promise<{ blob: StagedBlob; preview: Preview }> {
    const { thread, release } = this.#pool.hold()
    const stream = this.#nextStream++
    let staged: number | null = null
    let seq = 0
    const append = async (chunks: Awaited<ReturnType<IngestMethods['push']>>) => {
      if (chunks.layout.length === 0) return
      staged ??= await store.write.openStage({ at: order.at })
      await store.write.appendStage({ staged, seq, ...chunks })
      seq += chunks.layout.length
    }
    try {
      await thread.call('open', { stream, mime: order.mime, preview: order.preview })
      for await (const bytes of pieces(order.body)) await append(await thread.call('push', { stream, bytes }))
      const { chunks, facts, preview } = await thread.call('finish', { stream })
      await append(chunks)
      staged ??= await store.write.openStage({ at: order.at })
      return { blob: { ...facts, staged }, preview }
    } catch (error) {
      await thread.call('abandon', { stream }).catch(() => undefined)
      if (staged !== null) await store.write.dropStage({ staged }).catch(() => undefined)
      throw error
    } finally {
      release()
    }
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}

/** Gathers what a socket gives in small bits. */
async function* pieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let size = 0
  for await (const bytes of body) {
    held.push(bytes)
    size += bytes.length
    if (size < PIECE_BYTES) continue
    yield Buffer.concat(held)
    held = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(held)
}
