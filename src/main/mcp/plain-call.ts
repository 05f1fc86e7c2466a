import type { IncomingHttpHeaders } from 'node:http'
import {
  classifyInboundRequest,
  isJsonContentType,
  isJSONRPCRequest,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import { claimedVersion, MODERN_VERSION } from '../gateway/modern.ts'
import { isObject, type Params, type Request } from '../rpc/message.ts'
import type { McpRequest } from './request.ts'

/** A tool call with nothing unusual about it. */
export interface PlainCall {
  readonly era: 'legacy' | 'modern'
  readonly request: Request
}

/** Members of a request that continues an earlier one, which only the SDK's way knows. */
const CONTINUES = ['inputResponses', 'requestState']

/**
 * The tool call that a POST is, if it is one that needs no ruling: right in every header and member. Null says nothing about what is
 * wrong: whatever is not plainly right goes to the SDK, which knows the answer to each fault.
 */
export function plainCallIn({ method, headers, body }: McpRequest): PlainCall | null {
  if (method !== 'POST' || !isJsonContentType(headers['content-type'])) return null
  if (!isToolCall(body) || continues(body)) return null
  return claimedVersion(body.params) === null ? legacyCall(headers, body) : modernCall(headers, body)
}

/** The same of a message in a connection that began with a handshake. */
export const toolCallIn = (message: unknown): Request | null =>
  isToolCall(message) && !continues(message) && claimedVersion(message.params) === null ? message : null

const continues = ({ params }: ToolCall) => CONTINUES.some((member) => member in params)

type ToolCall = Request & { params: Params & { name: string } }

const isToolCall = (body: unknown): body is ToolCall =>
  isObject(body) &&
  body['method'] === 'tools/call' &&
  isObject(body['params']) &&
  typeof body['params']['name'] === 'string' &&
  (body['params']['_meta'] === undefined ? isBareRequest(body) : isJSONRPCRequest(body))

/** What the SDK's schema says of a request without `_meta`, at a tenth of its price: these four members and no others. */
const isBareRequest = (body: Record<string, unknown>) =>
  body['jsonrpc'] === '2.0' &&
  (typeof body['id'] === 'string' || Number.isSafeInteger(body['id'])) &&
  Object.keys(body).length === 4

function legacyCall(headers: IncomingHttpHeaders, request: ToolCall): PlainCall | null {
  const version = headers['mcp-protocol-version']
  const isKnown = version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version))
  return isKnown && accepts(headers, 'application/json') && accepts(headers, 'text/event-stream')
    ? { era: 'legacy', request }
    : null
}

function modernCall(headers: IncomingHttpHeaders, request: ToolCall): PlainCall | null {
  const header = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined)
  const { method, params } = request
  const [version, mcpMethod, mcpName] = ['mcp-protocol-version', 'mcp-method', 'mcp-name'].map(header)
  if (version !== MODERN_VERSION || mcpMethod !== method || mcpName !== params.name) return null
  const { kind } = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: version,
    mcpMethodHeader: mcpMethod,
    mcpNameHeader: mcpName,
    body: request,
  })
  return kind === 'modern' ? { era: 'modern', request } : null
}

const accepts = ({ accept }: IncomingHttpHeaders, type: string) => accept?.includes(type) ?? false
