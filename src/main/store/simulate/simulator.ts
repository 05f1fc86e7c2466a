import type { Simulation } from '../../../shared/contract/simulate.ts'
import { programEntry } from '../../threads/entry.ts'
import { ThreadPool } from '../../threads/pool.ts'
import { Thread } from '../../threads/thread.ts'
import type { SimulateMethods, SimulateOrder } from './protocol.ts'

/** It remembers what it read, so whoever moves a slider waits for the first answer alone; after a minute of rest it ends. */
const THREADS = { min: 0, max: 1, idleMs: 60_000 }

/** Simulates policies in a thread of its own, with a connection of its own: a long one keeps no read waiting. */
export class Simulator {
  readonly #threads: ThreadPool<SimulateMethods>

  constructor(file: string) {
    const entry = programEntry(import.meta.url, './worker.ts', 'simulate-worker.js')
    this.#threads = new ThreadPool<SimulateMethods>(() => new Thread(entry, 'simulate', { file }), THREADS)
  }

  simulate(order: SimulateOrder): Promise<Simulation> {
    return this.#threads.run((thread) => thread.call('simulate', order))
  }

  close(): Promise<void> {
    return this.#threads.close()
  }
}
