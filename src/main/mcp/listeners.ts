import type { Server } from '@modelcontextprotocol/server'
import type { ListKind } from '../gateway/scope.ts'

/** The servers of connections that stay open, to tell them when a list has changed. */
export class OpenServers {
  readonly #servers = new Set<Server>()

  add(server: Server): () => void {
    this.#servers.add(server)
    return () => this.#servers.delete(server)
  }

  listChanged(list: ListKind): void {
    const method = `notifications/${list}/list_changed` as const
    // A connection that closes at this moment cannot be told, and need not be.
    for (const server of this.#servers) server.notification({ method }).catch(() => undefined)
  }
}
