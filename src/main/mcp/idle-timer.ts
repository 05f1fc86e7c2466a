/** Says once that nothing was done for so long; never while something is under way. */
export class IdleTimer {
  readonly #timer: NodeJS.Timeout

  constructor(idleMs: number, isBusy: () => boolean, onidle: () => void) {
    this.#timer = setTimeout(() => (isBusy() ? this.#timer.refresh() : onidle()), idleMs).unref()
  }

  /** Something is done now. */
  refresh(): void {
    this.#timer.refresh()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}
