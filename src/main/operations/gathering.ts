import { setTimeout as sleep } from 'node:timers/promises'

/** Lets everybody who waits go on at the same moment: what they do next is then one message and one commit for all. */
export class Gathering {
  readonly #ms: number
  #end: Promise<void> | null = null

  /** @param ms for so long after the first one others may join */
  constructor(ms: number) {
    this.#ms = ms
  }

  wait(): Promise<void> {
    this.#end ??= sleep(this.#ms, undefined, { ref: false }).then(() => void (this.#end = null))
    return this.#end
  }
}
