/**
 * An MCP server by hand with one tool, `large`: so many bytes of text in one message. The official SDK cannot send as much. Over stdio, or
 * with `--http` over Streamable HTTP on a port of its own, whose URL it prints; with `--sse` its answers are streams of events.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { text as textOf } from 'node:stream/consumers'
import type { Writable } from 'node:stream'
import { largeText } from './content.ts'

const PIECE = 1 << 20

interface Asked {
  readonly id?: number | string
  readonly method: string
  readonly params?: { readonly arguments?: { readonly bytes?: number; readonly ascii?: boolean } }
}

function resultOf({ method, params }: Asked): object | null {
  if (method === 'initialize') {
    const capabilities = { tools: {} }
    return { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'large', version: '1' } }
  }
  if (method === 'tools/list') return { tools: [{ name: 'large', inputSchema: { type: 'object' } }] }
  if (method !== 'tools/call') return null
  const { bytes = 0, ascii = true } = params?.arguments ?? {}
  return { content: [{ type: 'text', text: largeText(bytes, ascii).toString() }] }
}

async function write(output: Writable, message: string): Promise<void> {
  const bytes = Buffer.from(message)
  for (let at = 0; at < bytes.length; at += PIECE)
    if (!output.write(bytes.subarray(at, at + PIECE))) await once(output, 'drain')
}

async function serveStdio(): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const asked = JSON.parse(line) as Asked
    const result = resultOf(asked)
    if (result) await write(process.stdout, `${JSON.stringify({ jsonrpc: '2.0', id: asked.id, result })}\n`)
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, sse: boolean): Promise<void> {
  if (request.method !== 'POST') return void response.writeHead(405).end()
  const asked = JSON.parse(await textOf(request)) as Asked
  if (asked.id === undefined) return void response.writeHead(202).end()
  const result = resultOf(asked)
  const error = { code: -32_601, message: 'Method not found' }
  const message = JSON.stringify({ jsonrpc: '2.0', id: asked.id, ...(result ? { result } : { error }) })
  response.writeHead(200, { 'content-type': sse ? 'text/event-stream' : 'application/json' })
  await write(response, sse ? `event: message\ndata: ${message}\n\n` : message)
  response.end()
}

function serveHttp(sse: boolean): void {
  const server = createServer((request, response) => void answer(request, response, sse))
  server.listen(0, '127.0.0.1', () =>
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp\n`),
  )
}

if (process.argv.includes('--http')) serveHttp(process.argv.includes('--sse'))
else await serveStdio()
