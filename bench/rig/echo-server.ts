/**
 * The smallest MCP server that the official SDK makes: one tool, `echo`. `echo-server.ts stdio`, or `echo-server.ts http`,
 * which prints its URL and serves both protocol revisions, the older one with sessions as Spillway does.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import { getRequestListener } from '@hono/node-server'
import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

function build(): McpServer {
  const server = new McpServer({ name: 'echo', version: '1.0.0' })
  server.registerTool('echo', { inputSchema: z.object({ text: z.string() }) }, ({ text }) => ({
    content: [{ type: 'text' as const, text }],
  }))
  return server
}

const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>()

async function legacySession(id: string | null): Promise<WebStandardStreamableHTTPServerTransport> {
  const known = sessions.get(id ?? '')
  if (known) return known
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (fresh) => void sessions.set(fresh, transport),
  })
  await build().connect(transport)
  return transport
}

function serveHttp(): void {
  const modern = createMcpHandler(build, { legacy: 'reject' })
  const handle = async (request: Request): Promise<Response> => {
    const parsedBody: unknown = request.method === 'POST' ? await request.json() : undefined
    if (request.method === 'POST' && !(await isLegacyRequest(request, parsedBody)))
      return modern.fetch(request, { parsedBody })
    const transport = await legacySession(request.headers.get('mcp-session-id'))
    return transport.handleRequest(request, { parsedBody })
  }
  const listener = getRequestListener(handle)
  const server = createServer((request, response) => void listener(request, response))
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    process.stdout.write(`http://127.0.0.1:${port}\n`)
  })
}

if (process.argv[2] === 'http') serveHttp()
else serveStdio(build)
