import type { Params } from '../rpc/message.ts'

/** What a server lists, and says when it has changed. */
export type ListKind = 'tools' | 'prompts' | 'resources'

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
  /** Null refuses sampling, elicitation and roots. */
  readonly forward: PeerForward | null
  /** A client of revision 2026-07-28: what a server of that revision needs goes to it as a result. */
  readonly takesInput?: boolean
  /** The least severe log messages that the client wants; null where it said nothing. */
  readonly logLevel?: string | null
  readonly clientInfo?: Record<string, unknown>
  /** Only what the client behind this scope can really answer. */
  readonly clientCapabilities?: Record<string, unknown>
}

export interface CallOptions {
  signal?: AbortSignal
  /** Params of each progress notice; its `progressToken` is not the caller's. */
  onProgress?: (progress: Params) => void
}
