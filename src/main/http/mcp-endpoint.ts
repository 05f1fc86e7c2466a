import type { Context } from 'hono'
import type { Caller } from '../operations/services.ts'
import type { Env } from './context.ts'

/** Serves one MCP request of a caller who has been let in; `server` where only one upstream is wanted. */
export type McpEndpoint = (c: Context<Env>, caller: Caller, server: string | null) => Promise<Response>
