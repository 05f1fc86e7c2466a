import type { Params } from '../rpc/message.ts'

/** The way back to the client of a session, for what its servers ask of it. */
export interface PeerForward {
  /** The client's raw result. @throws RpcError with the client's own code and data */
  request(method: string, params: Params | undefined, signal: AbortSignal): Promise<unknown>
  notify(method: string, params: Params | undefined): void
}

/** On whose behalf an upstream is asked. */
export interface CallScope {
  readonly session: string
  /** A stateless caller: it gets the instance that all such callers share. */
  readonly shared: boolean
  /** The folder a server of this session starts in, unless its configuration names one. */
  readonly cwd: string | null
  /** Null refuses sampling, elicitation and roots; what a 2026-07-28 server needs comes back as a result then. */
  readonly forward: PeerForward | null
  readonly clientInfo?: Record<string, unknown>
  /** Only what the client behind this scope can really answer. */
  readonly clientCapabilities?: Record<string, unknown>
}

export interface CallOptions {
  signal?: AbortSignal
  /** Params of each progress notice; its `progressToken` is not the caller's. */
  onProgress?: (progress: Params) => void
}
