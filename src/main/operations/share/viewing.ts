import { constants } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import type { OperationOutput } from '../../../shared/contract.ts'
import { toErrorBody } from '../../../shared/errors.ts'
import { ADMIN, type Services } from '../services.ts'
import { importRecording } from './import.ts'

type State = NonNullable<OperationOutput<'getViewing'>['viewing']>

/**
 * A recording that is open read-only: it is taken into a home that is there for it alone, through the same checks as an import, so
 * that everything that can show a session can show it, and a file that is refused there is refused here.
 */
export class Viewing {
  readonly #file: string
  readonly #gone = new AbortController()
  #state: State
  #opening: Promise<void> = Promise.resolve()

  constructor(file: string) {
    this.#file = file
    this.#state = { name: basename(file), state: 'opening', done: 0, total: 0, session: null, reason: null }
  }

  get state(): State {
    return this.#state
  }

  /** Begins to take the file in; how that goes is in `state`. */
  open(services: Services): void {
    this.#opening = this.#open(services).catch((error: unknown) => {
      const { message, hint } = toErrorBody(error).error
      this.#change({ state: 'failed', reason: hint === undefined ? message : `${message} ${hint}` })
    })
  }

  async close(): Promise<void> {
    this.#gone.abort()
    await this.#opening
  }

  async #open(services: Services): Promise<void> {
    const copy = services.transfers.place()
    try {
      await copyFile(this.#file, copy, constants.COPYFILE_FICLONE)
      const { session } = await importRecording(services, copy, {
        client: ADMIN,
        transfer: undefined,
        signal: this.#gone.signal,
        // The home is there for this file alone, whatever its size.
        maxBytes: Infinity,
        onProgress: ({ done, total }) => this.#change({ done, total }),
      })
      this.#change({ state: 'open', session })
    } finally {
      await rm(copy, { force: true })
    }
  }

  #change(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change }
  }
}
