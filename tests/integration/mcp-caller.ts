import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { z } from 'zod'

const result = z.looseObject({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  isError: z.boolean().optional(),
  _meta: z.looseObject({ 'spillway/entry': z.looseObject({ id: z.string() }).optional() }).optional(),
})

/** An agent over Streamable HTTP, in a session of the older revision. */
export interface McpCaller extends AsyncDisposable {
  readonly sessionId: string
  /** The text of the result's first block, the id of what was stored, and whether it was an error. */
  call(
    tool: string,
    args: object,
    meta?: object,
  ): Promise<{ text: string; entry: string | null; isError: boolean }>
}

export async function connectMcp(url: string, token: string): Promise<McpCaller> {
  const client = new Client({ name: 'agent', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  await client.connect(transport)
  return {
    sessionId: transport.sessionId ?? '',
    async call(name, args, meta) {
      const called = await client.callTool({
        name,
        arguments: args as Record<string, unknown>,
        ...(meta ? { _meta: meta as Record<string, unknown> } : {}),
      })
      const { content, isError = false, _meta } = result.parse(called)
      return { text: content[0]?.text ?? '', entry: _meta?.['spillway/entry']?.id ?? null, isError }
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

/** Two requests under way in one session must not share an id. */
let lastId = 1_000

/** One JSON-RPC request into a session that is already there, as a client that knows its id would send it. */
export async function postMcp(
  url: string,
  token: string,
  sessionId: string,
  method: string,
  params: object = {},
): Promise<{ status: number; body: string }> {
  const response = await fetch(new URL('/mcp', url), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-session-id': sessionId,
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method, params }),
  })
  return { status: response.status, body: await response.text() }
}
