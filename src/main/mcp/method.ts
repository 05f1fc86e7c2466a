import type { CallOptions } from '../gateway/scope.ts'
import type { Params } from '../rpc/message.ts'
import type { Connection, McpParts } from './connection.ts'

/** Answers one kind of request of a connection with a raw result. */
export type Method = (
  parts: McpParts,
  connection: Connection,
  params: Params,
  options: CallOptions,
) => Promise<Record<string, unknown>>
