import type { Context } from 'hono'
import { reasonOf } from '../../shared/errors.ts'
import type { Caller } from '../operations/services.ts'
import { parseJson } from '../rpc/json.ts'
import { readText } from './body.ts'
import type { Env } from './context.ts'

/** Serves one MCP request of a caller who has been let in; `server` where only one upstream is wanted. */
export type McpEndpoint = (c: Context<Env>, caller: Caller, server: string | null) => Promise<Response>

/** JSON-RPC 2.0, section 5.1. */
const PARSE_ERROR = -32_700

/** Parses the message of a POST, with the spelling of its numbers kept, and hands it on. */
export async function serveMcp(
  c: Context<Env>,
  handle: (body: unknown) => Promise<Response>,
): Promise<Response> {
  if (c.req.method !== 'POST') return handle(undefined)
  const text = await readText(c, 'An MCP message')
  let body: unknown
  try {
    body = parseJson(text)
  } catch (error) {
    const message = `Parse error: ${reasonOf(error)}`
    return c.json({ jsonrpc: '2.0', id: null, error: { code: PARSE_ERROR, message } }, 400)
  }
  return handle(body)
}
