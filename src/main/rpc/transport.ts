import type { Message } from './message.ts'

export interface SendOptions {
  /** Ends the exchange that the message opened; only given to a transport that has one per request. */
  signal?: AbortSignal
  /** Extra HTTP headers; transports without headers leave them out. */
  headers?: Readonly<Record<string, string>>
}

/**
 * A way to carry JSON-RPC messages, with the shape that the MCP SDK's own transports have, so that either
 * can stand in for the other. `onclose` is called once, whichever side ended the connection.
 */
export interface Transport {
  onmessage?: ((message: Message) => void) | undefined
  onclose?: (() => void) | undefined
  /** Something is wrong but the connection lives: a malformed line, a stray reply. */
  onerror?: ((error: Error) => void) | undefined
  /** True where ending a request's exchange is how it is cancelled, so that no notice is sent. */
  readonly abortCancels?: boolean
  /** True where each request opens an exchange of its own, which `SendOptions.signal` ends. */
  readonly hasExchanges?: boolean
  start(): Promise<void>
  /** Rejects where the message could not be handed over, or its exchange ended without the answer. */
  send(message: Message, options?: SendOptions): Promise<void>
  close(): Promise<void>
  /** Tells the transport what the handshake agreed on. */
  setProtocolVersion?(version: string): void
}
