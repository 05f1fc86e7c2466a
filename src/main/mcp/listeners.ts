import type { Server } from '@modelcontextprotocol/server'

/** The servers of connections that stay open, to tell them when the tools have changed. */
export class OpenServers {
  readonly #servers = new Set<Server>()

  add(server: Server): () => void {
    this.#servers.add(server)
    return () => this.#servers.delete(server)
  }

  toolsChanged(): void {
    // A connection that closes at this moment cannot be told, and need not be.
    for (const server of this.#servers) server.sendToolListChanged().catch(() => undefined)
  }
}
