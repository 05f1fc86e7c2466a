/** Ends an auto-started daemon after so long without use: no request, no open stream, no bridge. */
export class IdleExit {
  readonly #minutes: number | null
  readonly #end: () => void
  #open = 0
  #timer: NodeJS.Timeout | null = null

  constructor(minutes: number | null, end: () => void) {
    this.#minutes = minutes
    this.#end = end
    this.#arm()
  }

  /** Something is going on until the function that this gives back is called. */
  begin(): () => void {
    this.#open++
    this.#disarm()
    let ended = false
    return () => {
      if (ended) return
      ended = true
      this.#open--
      if (this.#open === 0) this.#arm()
    }
  }

  close(): void {
    this.#disarm()
  }

  #arm(): void {
    if (this.#minutes !== null) this.#timer = setTimeout(this.#end, this.#minutes * 60_000).unref()
  }

  #disarm(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}
