import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { isObject } from '../rpc/message.ts'
import { GUIDE, GUIDE_NAME } from './guide.ts'
import type { Method } from './method.ts'
import { publicUpstreamName, splitUpstreamName } from './upstream-names.ts'
import { listFromUpstreams } from './upstream-lists.ts'

const guide = {
  name: GUIDE_NAME,
  title: 'How to use the scratchpad',
  description: 'When to read, search, pass on and note down, with examples.',
}

export const isOwnPrompt = (name: string): boolean => name === GUIDE_NAME

/** `prompts/list`: our guide, then the prompts of the upstreams, named as their tools are. */
export const listPrompts: Method = async (parts, connection) => {
  const listed = await listFromUpstreams(parts, connection, {
    capability: 'prompts',
    method: 'prompts/list',
    field: 'prompts',
  })
  const upstream = listed.map(({ server, item }) => ({
    ...item,
    name: publicUpstreamName(connection, server, String(item['name'])),
  }))
  return { prompts: [guide, ...upstream] }
}

export const getPrompt: Method = async (parts, connection, params, options) => {
  const name = String(params['name'])
  if (isOwnPrompt(name))
    return {
      description: guide.description,
      messages: [{ role: 'user', content: { type: 'text', text: GUIDE } }],
    }
  const found = splitUpstreamName(parts, connection, name)
  if (!found) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name}`)
  const scope = connection.scope(await connection.session())
  const sent = { ...params, name: found.name }
  const result = await parts.gateway.request(scope, found.server, 'prompts/get', sent, options)
  return isObject(result) ? result : {}
}
