import type { UpstreamStatus } from '../../shared/contract/gateway.ts'

const KEPT = 200

/** How long the last calls of a server took. */
export class Latencies {
  readonly #milliseconds: number[] = []
  #next = 0

  add(milliseconds: number): void {
    this.#milliseconds[this.#next] = milliseconds
    this.#next = (this.#next + 1) % KEPT
  }

  /** In milliseconds, over the last 200 calls; null before the first. */
  get figures(): UpstreamStatus['latency'] {
    const sorted = this.#milliseconds.toSorted((one, other) => one - other)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
    const [p50, p95] = [at(0.5), at(0.95)]
    return p50 === undefined || p95 === undefined ? null : { p50, p95 }
  }
}
