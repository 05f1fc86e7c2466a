import type { ActiveSession } from '../recording/active-session.ts'
import type { CallScope } from '../gateway/scope.ts'
import type { Gateway } from '../gateway/gateway.ts'
import type { Services } from '../operations/services.ts'

/** What the MCP surface works with. */
export interface McpParts {
  readonly services: Services
  readonly gateway: Gateway
}

/** One client's way in: an HTTP session, one stateless request, or a bridge. */
export interface Connection {
  /** The only upstream of this endpoint (`/mcp/SERVER`, `--server`), whose tools keep their own names; null for all. */
  readonly only: string | null
  /** The agent's session; where the client has none of its own, it starts with the first call. */
  session(): Promise<ActiveSession>
  /** Whether what it lists may change with its session: not so for stateless clients, whose lists must be the same for all. */
  stateful?(): boolean
  /** The session to list tools for, without starting one. */
  scope(session: ActiveSession | null): CallScope
}
