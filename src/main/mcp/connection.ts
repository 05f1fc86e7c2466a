import type { ActiveSession } from '../recording/active-session.ts'
import type { CallScope } from '../gateway/scope.ts'
import type { Services } from '../operations/services.ts'
import type { ClientLink } from './client-link.ts'
import type { Method } from './method.ts'
import type { ParkedCalls } from './parked-calls.ts'
import type { UpstreamSide } from './upstream-side.ts'

/** What the MCP surface works with. */
export interface McpParts {
  readonly services: Services
  readonly gateway: UpstreamSide
  /** A later request of a stateless client comes to another server than the one that was asked first. */
  readonly parked: ParkedCalls
  /** Answers these methods in the place of the usual ones: a replay's calls do not go to any server. */
  readonly methods?: ReadonlyMap<string, Method>
}

/** One client's way in: an HTTP session, one stateless request, or a bridge. */
export interface Connection {
  /** The only upstream of this endpoint (`/mcp/SERVER`, `--server`), whose tools keep their own names; null for all. */
  readonly only: string | null
  /** Whose token it came with; '' for the admin. */
  readonly client: string
  /** The program at the other end, which upstreams ask and tell. */
  readonly link: ClientLink
  /** The agent's session; where the client has none of its own, it starts with the first call. */
  session(): Promise<ActiveSession>
  /** Whether what it lists may change with its session: not so for stateless clients, whose lists must be the same for all. */
  stateful?(): boolean
  /** What has to be known before anything is done for the client. */
  settle?(): Promise<void>
  /** Where the upstreams of its session run, without starting it; a request of the client adds the way back to it. */
  scope(session: ActiveSession | null): CallScope
}
