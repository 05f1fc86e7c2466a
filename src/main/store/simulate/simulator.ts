import type { Simulation } from '../../../shared/contract/simulate.ts'
import { programEntry } from '../../threads/entry.ts'
import { ThreadPool } from '../../threads/pool.ts'
import { Thread } from '../../threads/thread.ts'
import type { Watcher } from '../share/share-job.ts'
import { newPace, progressOf, stop } from './pace.ts'
import type { SimulateMethods, SimulateOrder } from './protocol.ts'

/** It remembers what it read, so whoever moves a slider waits for the first answer alone; after a minute of rest it ends. */
const THREADS = { min: 0, max: 1, idleMs: 60_000 }

const LOOK_MS = 200

/** Simulates policies in a thread of its own, with a connection of its own: a long one keeps no read waiting. */
export class Simulator {
  readonly #threads: ThreadPool<SimulateMethods>

  constructor(file: string) {
    const entry = programEntry(import.meta.url, './worker.ts', 'simulate-worker.js')
    this.#threads = new ThreadPool<SimulateMethods>(() => new Thread(entry, 'simulate', { file }), THREADS)
  }

  /** @throws SpillwayError `unavailable` once `signal` ended it */
  async simulate(order: SimulateOrder, { signal, onProgress }: Watcher): Promise<Simulation> {
    const pace = newPace()
    const onAbort = () => stop(pace)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    const look = setInterval(() => onProgress(progressOf(pace)), LOOK_MS)
    try {
      return await this.#threads.run((thread) => thread.call('simulate', { ...order, pace }))
    } finally {
      clearInterval(look)
      signal.removeEventListener('abort', onAbort)
    }
  }

  close(): Promise<void> {
    return this.#threads.close()
  }
}
