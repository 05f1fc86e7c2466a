import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { isObject } from '../rpc/message.ts'
import type { Method } from './method.ts'
import { isEntryUri } from './own-resources.ts'
import { ownerOf } from './resources.ts'

/** `resources/subscribe`: the upstream tells of changes on the session's own stream. Stored entries never change. */
export const subscribe: Method = async (parts, connection, params, options) => {
  const uri = String(params['uri'])
  if (isEntryUri(uri)) return {}
  if (!connection.stateful?.())
    throw new ProtocolError(ProtocolErrorCode.InvalidRequest, 'A subscription needs a session.')
  const scope = connection.scope(await connection.session())
  const server = await ownerOf(parts, connection, uri)
  const result = await parts.gateway.watch(scope, server, params, options)
  return isObject(result) ? result : {}
}

export const unsubscribe: Method = async (parts, connection, params, options) => {
  const uri = String(params['uri'])
  if (isEntryUri(uri)) return {}
  const scope = connection.scope(await connection.session())
  const server = await ownerOf(parts, connection, uri)
  const result = await parts.gateway.unwatch(scope, server, params, options)
  return isObject(result) ? result : {}
}
