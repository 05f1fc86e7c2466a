import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { SpillwayError } from '../../../shared/errors.ts'
import type { Progress } from '../../store/share/protocol.ts'
import type { Watcher } from '../../store/share/share-job.ts'

/** Exports and imports under way: the files that they go through, and how far each has come. */
export class Transfers {
  /** Of the home. */
  readonly database: string
  readonly #folder: string
  readonly #running = new Map<string, Progress>()

  /** Whoever has the home has its unfinished files too: what lies in `folder` belongs to nobody. */
  constructor(database: string, folder: string) {
    this.database = database
    this.#folder = folder
    rmSync(folder, { recursive: true, force: true })
  }

  /** Where a file may be written that nobody else has. */
  place(): string {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    return join(this.#folder, randomUUID())
  }

  /** Runs a job whose progress can be asked for, by whoever started it, under the name that they gave it. */
  async track<T>(
    client: string,
    name: string | undefined,
    signal: AbortSignal,
    job: (watcher: Watcher) => Promise<T>,
  ): Promise<T> {
    if (name === undefined) return job({ signal, onProgress: () => undefined })
    const key = keyOf(client, name)
    this.#running.set(key, { done: 0, total: 0 })
    try {
      return await job({ signal, onProgress: (progress) => this.#running.set(key, progress) })
    } finally {
      this.#running.delete(key)
    }
  }

  /** @throws SpillwayError `not_found` where there is none, or it is over */
  progress(client: string, id: string): Progress & { id: string } {
    const progress = this.#running.get(keyOf(client, id))
    if (!progress) throw new SpillwayError('not_found', `There is no export or import ${id} under way.`)
    return { id, ...progress }
  }
}

const keyOf = (client: string, name: string) => `${client}\n${name}`
