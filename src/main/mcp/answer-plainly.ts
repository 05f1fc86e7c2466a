import { ErrorCode, type Request, type Response } from '../rpc/message.ts'
import { answer, type Exchange } from './answer.ts'
import type { CallReply } from './call-reply.ts'
import type { Connection, McpParts } from './connection.ts'

/** What the protocol's revision and the connection add to a call and its answer. */
export interface PlainExchange {
  readonly connection: Connection
  readonly reply: CallReply
  readonly signal: AbortSignal
  readonly ask?: Exchange['ask']
  /** The result in the shape of the client's revision, where that is not the upstream's own. */
  readonly encode?: (result: Record<string, unknown>) => Record<string, unknown>
}

/** Answers a call on its bare HTTP response, by the same table as every other request. */
export async function answerPlainly(
  parts: McpParts,
  request: Request,
  { connection, reply, signal, ask, encode }: PlainExchange,
): Promise<void> {
  const exchange: Exchange = {
    signal,
    notify: (method, params) => reply.send({ jsonrpc: '2.0', method, params }),
    ...(ask && { ask }),
  }
  const response = await respond(parts, connection, request, exchange, encode)
  // The specification wants no answer to a cancelled request.
  if (signal.aborted) reply.abandon()
  else reply.finish(response, statusOf(response))
}

/** The response to a request, whether that went well or not. */
export async function respond(
  parts: McpParts,
  connection: Connection,
  request: Request,
  exchange: Exchange,
  encode: PlainExchange['encode'] = asItIs,
): Promise<Response> {
  const { id } = request
  try {
    return { jsonrpc: '2.0', id, result: encode(await answer(parts, connection, request, exchange)) }
  } catch (error) {
    return { jsonrpc: '2.0', id, error: asError(error) }
  }
}

/** 2025-11-25 has a result as its upstream gave it. */
const asItIs = (result: Record<string, unknown>) => result

/** MCP 2025-11-25's "Resource not found", which the newer revision says as invalid parameters. */
const RESOURCE_NOT_FOUND = -32_002

/** An error as the SDK puts it: with the code and data of whoever threw it, where they are JSON-RPC's. */
function asError(thrown: unknown): { code: number; message: string; data?: unknown } {
  const { code, message, data } = thrown as { code?: unknown; message?: unknown; data?: unknown }
  const known = typeof code === 'number' && Number.isSafeInteger(code) ? code : ErrorCode.internal
  return {
    code: known === RESOURCE_NOT_FOUND ? ErrorCode.invalidParams : known,
    message: typeof message === 'string' ? message : 'Internal error',
    ...(data === undefined ? {} : { data }),
  }
}

/** The one error of a method that 2026-07-28 wants to be seen in the HTTP status too. */
const statusOf = (response: Response): number =>
  'error' in response && response.error.code === ErrorCode.missingCapability ? 400 : 200
