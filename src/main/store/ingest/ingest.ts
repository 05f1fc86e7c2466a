import type { TokenCount } from '../../policy/tokens/count.ts'
import type { TextSample } from '../../policy/tokens/sample.ts'
import { programEntry } from '../../threads/entry.ts'
import { ThreadPool } from '../../threads/pool.ts'
import { Thread } from '../../threads/thread.ts'
import { CHUNK_BYTES } from '../blob.ts'
import type { Store } from '../store.ts'
import { toChunks } from './assemble.ts'
import { InFlight } from './in-flight.ts'
import { type Filled, gather, PIECE_BYTES, SharedPieces } from './pieces.ts'
import type {
  IngestMethods,
  PackMethods,
  Prepared,
  PrepareOrder,
  PreviewOrder,
  StreamOrder,
  TakenIn,
} from './protocol.ts'
import { HeldChunks, type Sink, StagedChunks } from './sink.ts'

/** Two, so that a small result does not wait behind the preview of a large one; the second only while it is needed. */
const THREADS = 2
/** An agent waits for the first content after a rest, and a thread takes a while to start and to warm up. */
const IDLE_MS = 120_000

interface Intake {
  readonly asText: boolean
  readonly expected: number | null
  readonly mime: string | null
  readonly preview: PreviewOrder | Promise<PreviewOrder>
}

/**
 * Hashes, measures, previews and compresses contents in threads of its own, before the store writes them. One thread looks
 * at the bytes while another compresses them: both read the same shared memory.
 */
export class Ingest {
  readonly #lookers: ThreadPool<IngestMethods>
  readonly #packers: ThreadPool<PackMethods>
  readonly #pieces = new SharedPieces()
  #nextStream = 1

  constructor() {
    const looker = programEntry(import.meta.url, './worker.ts', 'ingest-worker.js')
    const packer = programEntry(import.meta.url, './pack-worker.ts', 'pack-worker.js')
    const look = (): Thread<IngestMethods> => new Thread(looker, 'ingest', null)
    const pack = (): Thread<PackMethods> => new Thread(packer, 'pack', null)
    this.#lookers = new ThreadPool(look, { min: 0, max: THREADS, idleMs: IDLE_MS })
    this.#packers = new ThreadPool(pack, { min: 0, max: 1, idleMs: IDLE_MS })
  }

  /**
   * A content may come soon. After a rest the thread for it is started now, and does once what a fresh one is slow at: for who comes
   * first that would take a fifth of a second.
   */
  wake(): void {
    if (!this.#lookers.asleep) return
    // A thread that cannot be started is the matter of whoever has a content.
    this.#lookers.runBehind((looker) => looker.call('wake', null)).catch(() => undefined)
  }

  /** A content that lies in memory already. */
  async prepare({ bytes, ...intake }: PrepareOrder): Promise<Prepared> {
    const known = { ...intake, expected: bytes.length }
    const { blob, preview } = await this.#takeIn(whole(bytes), known, new HeldChunks())
    return { blob, preview }
  }

  /**
   * A body of any size while it streams in: a long one is written to the store as it comes, so that memory does not follow its
   * length. A piece of the body is copied before the next one is asked for. What was written is dropped where the body breaks off.
   */
  async stream(store: Store, { body, at, ...order }: StreamOrder): Promise<TakenIn> {
    const sink = new StagedChunks(store, at)
    // A body that breaks off is what is reported then.
    Promise.resolve(order.preview).catch(() => undefined)
    try {
      return await this.#takeIn(body, { asText: false, expected: null, ...order }, sink)
    } catch (error) {
      await sink.drop().catch(() => undefined)
      throw error
    }
  }

  /** The o200k tokens of some texts together, for each. It waits until nobody stores anything: the looking thread has the tokenizer. */
  countEach(each: readonly (readonly TextSample[])[]): Promise<TokenCount[]> {
    return this.#lookers.runBehind((looker) => looker.call('countEach', each))
  }

  async close(): Promise<void> {
    await Promise.all([this.#lookers.close(), this.#packers.close()])
  }

  async #takeIn<Blob>(body: AsyncIterable<Uint8Array>, intake: Intake, sink: Sink<Blob>) {
    const pieces = gather(body, this.#pieces)
    const next = await pieces.next()
    const first = next.done ? { piece: this.#pieces.blank(), length: 0 } : next.value
    const { thread, release } = this.#lookers.hold()
    try {
      return first.length <= CHUNK_BYTES
        ? await this.#takeWhole(thread, first, intake, sink)
        : await this.#takeStream(thread, startingWith(first, pieces), intake, sink)
    } finally {
      release()
    }
  }

  async #takeWhole<Blob>(
    thread: Thread<IngestMethods>,
    { piece, length }: Filled,
    intake: Intake,
    sink: Sink<Blob>,
  ) {
    try {
      const preview = await intake.preview
      const end = await thread.call('take', { ...intake, preview, bytes: piece.subarray(0, length) })
      const { facts, chunks, ...found } = end
      await sink.add(0, chunks)
      return { blob: await sink.finish(facts), ...found }
    } finally {
      this.#pieces.giveBack(piece)
    }
  }

  async #takeStream<Blob>(
    thread: Thread<IngestMethods>,
    pieces: AsyncIterable<Filled>,
    { asText, expected, mime, preview }: Intake,
    sink: Sink<Blob>,
  ) {
    const stream = { stream: this.#nextStream++, asText, expected }
    const inFlight = new InFlight()
    try {
      let seq = 0
      for await (const filled of pieces) {
        await this.#pieces.admit()
        inFlight.add(this.#takePiece(thread, stream, seq, filled, sink))
        inFlight.check()
        seq += PIECE_BYTES / CHUNK_BYTES
      }
      // Asked for before the last pieces are packed: the preview is made meanwhile.
      const [end] = await Promise.all([
        thread.call('finish', { ...stream, mime, preview: await preview }),
        inFlight.settled(),
      ])
      const { facts, ...found } = end
      return { blob: await sink.finish(facts), ...found }
    } catch (error) {
      await thread.call('abandon', stream).catch(() => undefined)
      await inFlight.settled().catch(() => undefined)
      throw error
    }
  }

  async #takePiece<Blob>(
    thread: Thread<IngestMethods>,
    stream: { stream: number; asText: boolean; expected: number | null },
    seq: number,
    { piece, length }: Filled,
    sink: Sink<Blob>,
  ): Promise<void> {
    try {
      const bytes = piece.subarray(0, length)
      const [starts, packed] = await Promise.all([
        thread.call('push', { ...stream, bytes }),
        this.#packers.run((packer) => packer.call('pack', bytes)),
      ])
      await sink.add(seq, toChunks(starts, packed))
    } finally {
      this.#pieces.finish(piece)
    }
  }
}

async function* startingWith<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first
  yield* rest
}

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
