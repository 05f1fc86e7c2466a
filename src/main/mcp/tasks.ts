import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { isObject } from '../rpc/message.ts'
import { recorded, type UpstreamCall } from './call-tool.ts'
import type { Connection } from './connection.ts'
import type { Method } from './method.ts'
import { listFromUpstreams } from './upstream-lists.ts'

/** `tasks/get` and `tasks/cancel`: asked of the upstream that the task runs at. */
export const askAboutTask =
  (method: 'tasks/get' | 'tasks/cancel'): Method =>
  async (parts, connection, params, options) => {
    const { server } = callOf(connection, params['taskId'])
    const scope = connection.scope(await connection.session())
    const result = await parts.gateway.request(scope, server, method, params, options)
    return isObject(result) ? result : {}
  }

/** `tasks/result`: the result of the call that the task was started for, which goes through the policy as any other. */
export const taskResult: Method = async (parts, connection, params, options) => {
  const call = callOf(connection, params['taskId'])
  const session = await connection.session()
  return recorded(parts.services, session, call, options.signal, async () => {
    const scope = connection.scope(session)
    const result = await parts.gateway.request(scope, call.server, 'tasks/result', params, options)
    return isObject(result) ? result : {}
  })
}

export const listTasks: Method = async (parts, connection) => {
  const order = { capability: 'tasks', method: 'tasks/list', field: 'tasks' } as const
  const listed = await listFromUpstreams(parts, connection, order)
  // A server that many share lists the tasks of all.
  const own = listed.filter(({ item }) => connection.link.tasks.find(item['taskId']) !== null)
  return { tasks: own.map(({ item }) => item) }
}

/** @throws ProtocolError where the client has started no such task */
function callOf({ link }: Connection, taskId: unknown): UpstreamCall {
  const call = link.tasks.find(taskId)
  if (call) return call
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown task: ${String(taskId)}`)
}
