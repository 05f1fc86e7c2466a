/** A stdio MCP server by hand with one tool, `large`: so many bytes of text in one message. The official SDK cannot send as much. */
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { largeText } from './content.ts'

const PIECE = 1 << 20

interface Asked {
  readonly id?: number | string
  readonly method: string
  readonly params?: { readonly arguments?: { readonly bytes?: number; readonly ascii?: boolean } }
}

const result = (id: Asked['id'], value: unknown) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, result: value })}\n`

async function answer({ id, method, params }: Asked): Promise<void> {
  if (method === 'initialize') {
    const capabilities = { tools: {} }
    const serverInfo = { name: 'large', version: '1' }
    process.stdout.write(result(id, { protocolVersion: '2025-11-25', capabilities, serverInfo }))
  } else if (method === 'tools/list') {
    process.stdout.write(result(id, { tools: [{ name: 'large', inputSchema: { type: 'object' } }] }))
  } else if (method === 'tools/call') {
    const { bytes = 0, ascii = true } = params?.arguments ?? {}
    const text = largeText(bytes, ascii).toString()
    const message = Buffer.from(result(id, { content: [{ type: 'text', text }] }))
    for (let at = 0; at < message.length; at += PIECE)
      if (!process.stdout.write(message.subarray(at, at + PIECE))) await once(process.stdout, 'drain')
  }
}

for await (const line of createInterface({ input: process.stdin })) await answer(JSON.parse(line) as Asked)
