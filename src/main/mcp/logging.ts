import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { isLogLevel } from '../gateway/log-levels.ts'
import type { Method } from './method.ts'

/** `logging/setLevel`: for this client and, from their next request on, for the upstreams that serve it. */
export const setLevel: Method = async (parts, connection, params) => {
  const { level } = params
  if (!isLogLevel(level))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown log level: ${String(level)}`)
  connection.link.setLogLevel(level)
  const session = connection.stateful?.() ? await connection.session() : null
  await parts.gateway.setLogLevel({ ...connection.scope(session), logLevel: level })
  return {}
}
