import { numberOf } from './json.ts'

/** JSON-RPC 2.0 as MCP uses it, kept raw: members that are not named here stay on the objects. */
export type RequestId = string | number
export type Params = Record<string, unknown>

export interface Request {
  jsonrpc: '2.0'
  id: RequestId
  method: string
  params?: Params
}
export interface Notification {
  jsonrpc: '2.0'
  method: string
  params?: Params
}
interface ResultResponse {
  jsonrpc: '2.0'
  id: RequestId
  result: unknown
}
export interface ErrorResponse {
  jsonrpc: '2.0'
  /** Null or absent where the other side could not tell which request failed. */
  id?: RequestId | null
  error: { code: number; message: string; data?: unknown }
}
export type Response = ResultResponse | ErrorResponse
export type Message = Request | Notification | Response

export const ErrorCode = {
  parse: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  headerMismatch: -32_020,
  missingCapability: -32_021,
  unsupportedVersion: -32_022,
} as const

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const isId = (value: unknown): value is RequestId => typeof value === 'string' || typeof value === 'number'

/** Whether a parsed value is a JSON-RPC 2.0 message; batches are not. */
export function isMessage(value: unknown): value is Message {
  if (!isObject(value) || value['jsonrpc'] !== '2.0') return false
  if ('method' in value) return typeof value['method'] === 'string' && (!('id' in value) || isId(value['id']))
  if ('result' in value) return isId(value['id'])
  return isObject(value['error'])
}

export const isRequest = (message: Message): message is Request => 'method' in message && 'id' in message
export const isNotification = (message: Message): message is Notification =>
  'method' in message && !('id' in message)
export const isResponse = (message: Message): message is Response => !('method' in message)
export const isErrorResponse = (message: Message): message is ErrorResponse =>
  isResponse(message) && 'error' in message

/** The other side answered a request with an error; code, message and data are its own. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.name = 'RpcError'
    this.code = code
    this.data = data
  }

  /** The error member of a response, `data` only where there is one. */
  toJSON(): ErrorResponse['error'] {
    const { code, message, data } = this
    return data === undefined ? { code, message } : { code, message, data }
  }

  static from(error: ErrorResponse['error']): RpcError {
    return new RpcError(numberOf(error.code) ?? ErrorCode.internal, error.message, error.data)
  }
}

/** No answer came in time; the other side was told that the request is cancelled. */
export class RequestTimeout extends Error {
  readonly method: string
  readonly timeoutMs: number

  constructor(method: string, timeoutMs: number) {
    super(`${method} was not answered within ${timeoutMs / 1_000} s`)
    this.name = 'RequestTimeout'
    this.method = method
    this.timeoutMs = timeoutMs
  }
}

/** The connection ended before the answer came. */
export class ConnectionClosed extends Error {
  constructor(message = 'the connection was closed') {
    super(message)
    this.name = 'ConnectionClosed'
  }
}
