import type { Event } from '../../../shared/event.ts'
import { apiClient } from '../../client/api.ts'
import { followEvents } from '../../client/follow.ts'
import type { DaemonSupervisor } from '../daemon/supervisor.ts'
import { readFigures, type TrayFigures } from './figures.ts'

/** Events may come by the hundred; figures that a person glances at need not. */
const SETTLE_MS = 2_000

/** Midnight passes without an event. */
const ANYWAY_MS = 10 * 60_000

interface Listener {
  figures(figures: TrayFigures | null): void
  event(event: Event): void
}

/** Keeps the tray's figures fresh for as long as the app runs: from the events of whichever daemon is up. */
export class DaemonWatch {
  readonly #home: string
  readonly #daemon: DaemonSupervisor
  readonly #listener: Listener
  #following = false
  #settling: NodeJS.Timeout | null = null

  constructor(home: string, daemon: DaemonSupervisor, listener: Listener) {
    this.#home = home
    this.#daemon = daemon
    this.#listener = listener
    setInterval(() => this.refresh(), ANYWAY_MS).unref()
    daemon.subscribe(({ state }) => {
      if (state === 'up') void this.#follow()
      else listener.figures(null)
    })
  }

  /** Reads the figures soon; many asking at once are one reading. */
  refresh(): void {
    if (this.#settling !== null) return
    this.#settling = setTimeout(() => {
      this.#settling = null
      void this.#read()
    }, SETTLE_MS)
  }

  async #read(): Promise<void> {
    const { address } = this.#daemon
    if (address === null) return
    // One that goes away meanwhile says so by its state.
    const figures = await readFigures(apiClient(address), new Date()).catch(() => null)
    if (figures !== null) this.#listener.figures(figures)
  }

  async #follow(): Promise<void> {
    void this.#read()
    const { address } = this.#daemon
    if (this.#following || address === null) return
    this.#following = true
    try {
      const { lastSeq } = await apiClient(address).listEvents({ before: Number.MAX_SAFE_INTEGER, limit: 1 })
      for await (const event of followEvents(this.#home, lastSeq, () => this.refresh())) {
        this.#listener.event(event)
        this.refresh()
      }
    } catch {
      // The daemon is gone for longer than one that restarts; the next that is up is followed anew.
    } finally {
      this.#following = false
    }
  }
}
