import { isObject, isRequest } from '../rpc/message.ts'
import type { Message } from '../rpc/message.ts'
import { numberOf } from '../rpc/json.ts'
import { claimedVersion } from './modern.ts'

/** Which parameter the `Mcp-Name` header repeats, by method. */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

/** Headers that repeat the body of a 2026-07-28 request, so that intermediaries can route it unread. */
export function bodyHeaders(message: Message): Record<string, string> {
  if (!isRequest(message)) return {}
  const version = claimedVersion(message.params)
  if (version === null) return {}
  const name = message.params?.[NAMED_BY[message.method] ?? '']
  return {
    'mcp-protocol-version': version,
    'mcp-method': message.method,
    ...(typeof name === 'string' && { 'mcp-name': headerValue(name) }),
  }
}

/** Headers for the arguments that a tool's schema marks with `x-mcp-header`. */
export function argumentHeaders(inputSchema: unknown, args: unknown): Record<string, string> {
  if (!isObject(inputSchema) || !isObject(inputSchema['properties']) || !isObject(args)) return {}
  const headers: Record<string, string> = {}
  for (const [key, schema] of Object.entries(inputSchema['properties'])) {
    if (!isObject(schema)) continue
    const [name, value] = [schema['x-mcp-header'], args[key]]
    const text = numberOf(value) ?? value
    const simple = typeof text === 'string' || typeof text === 'number' || typeof text === 'boolean'
    if (typeof name === 'string' && simple)
      headers[`mcp-param-${name.toLowerCase()}`] = headerValue(String(text))
    else Object.assign(headers, argumentHeaders(schema, value))
  }
  return headers
}

const WRAPPED = /^=\?base64\?.*\?=$/s

/** A header can carry printable ASCII without outer spaces; anything else goes as base64 with a mark. */
function headerValue(text: string): string {
  const plain = /^[\t\x20-\x7e]+$/.test(text) && text === text.trim() && !WRAPPED.test(text)
  return plain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`
}
