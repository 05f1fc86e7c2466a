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
  #ids: ReadonlySet<string> | null = null
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

  async has(id: string): Promise<boolean> {
    if (this.#ids) return this.#ids.has(id)
    const changes = this.#changes
    const ids = new Set((await this.#read.clients(null)).map((client) => client.id))
    if (changes === this.#changes) this.#ids = ids
    return ids.has(id)
  }

  /** To be called after a change is committed. */
  changed(): void {
    this.#changes++
    this.#byHash.clear()
    this.#ids = null
  }
}
