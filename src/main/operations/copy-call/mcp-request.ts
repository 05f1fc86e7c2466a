import { APP_NAME } from '../../../shared/names.ts'

/** The revision that needs no handshake, so that one request says it all. */
const VERSION = '2026-07-28'

export const toolCall = (name: string, args: unknown, meta?: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, ...(args === undefined ? {} : { arguments: args }), ...(meta ? { _meta: meta } : {}) },
})

/** A call in one request of the stateless revision, which says in each what a handshake said once. */
export const modernRequest = (name: string, args: unknown) =>
  toolCall(name, args, {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientInfo': { name: `${APP_NAME}-copy`, version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  })

/** They must say the same as the body. */
export const modernHeaders = (name: string) => ({
  Accept: 'application/json, text/event-stream',
  'MCP-Protocol-Version': VERSION,
  'Mcp-Method': 'tools/call',
  'Mcp-Name': name,
})
