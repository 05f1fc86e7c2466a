import type { Store } from '../store/store.ts'

export interface KnownClient {
  readonly id: string
  readonly name: string
}

/**
 * Clients by their tokens, remembered, because every request of theirs asks. What is remembered is forgotten as soon as a client is
 * made, renewed or removed, so that a revoked token stops working at once.
 */
export class KnownClients {
  readonly #read: Store['read']
  readonly #byHash = new Map<string, KnownClient>()
  readonly #open = new Map<string, Set<() => void>>()
  /** Counts the changes: what was asked before one must not be remembered after it. */
  #changes = 0

  constructor(read: Store['read']) {
    this.#read = read
  }

  /** @param tokenHash as in `hashToken` */
  async byToken(tokenHash: Uint8Array): Promise<KnownClient | null> {
    const key = Buffer.from(tokenHash).toString('base64')
    const known = this.#byHash.get(key)
    if (known) return known
    const changes = this.#changes
    const found = await this.#read.clientByToken({ tokenHash })
    // Only tokens that are good: anybody can send as many others as they like.
    if (found && changes === this.#changes) this.#byHash.set(key, found)
    return found
  }

  /** To be called after a change is committed. `revoked`: whose token is no longer good. */
  changed(revoked?: string): void {
    this.#changes++
    this.#byHash.clear()
    if (revoked !== undefined) for (const end of this.#open.get(revoked) ?? []) end()
  }

  /** What was let in once and stays open is ended by `end` when its client's token is revoked. Returns its unsubscribe. */
  untilRevoked(id: string, end: () => void): () => void {
    const open = this.#open.get(id) ?? new Set()
    this.#open.set(id, open.add(end))
    return () => {
      open.delete(end)
      if (open.size === 0 && this.#open.get(id) === open) this.#open.delete(id)
    }
  }
}
