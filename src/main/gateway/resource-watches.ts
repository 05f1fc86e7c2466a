import type { Params } from '../rpc/message.ts'
import type { PeerForward } from './scope.ts'

/** Who wants to hear of changes to which resources of one server instance. */
export class ResourceWatches {
  readonly #watchers = new Map<string, Map<string, PeerForward>>()

  get uris(): string[] {
    return [...this.#watchers.keys()]
  }

  /** @returns whether nobody watched that URI before */
  add(uri: string, session: string, client: PeerForward): boolean {
    const known = this.#watchers.get(uri)
    if (known === undefined) this.#watchers.set(uri, new Map([[session, client]]))
    else known.set(session, client)
    return known === undefined
  }

  /** @returns whether nobody watches that URI any more */
  remove(uri: string, session: string): boolean {
    const left = this.#watchers.get(uri)
    if (left === undefined || !left.delete(session) || left.size > 0) return false
    return this.#watchers.delete(uri)
  }

  watchedBy(session: string): string[] {
    return this.uris.filter((uri) => this.#watchers.get(uri)?.has(session))
  }

  /** Tells those who watch the changed resource, or one that it is a part of. @returns whether there was anybody */
  tell(method: string, params: Params | undefined): boolean {
    const changed = params?.['uri']
    if (typeof changed !== 'string') return false
    const clients = new Set(
      [...this.#watchers].flatMap(([uri, by]) => (changed.startsWith(uri) ? [...by.values()] : [])),
    )
    for (const client of clients) client.notify(method, params)
    return clients.size > 0
  }
}
