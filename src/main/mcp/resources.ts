import { ProtocolError } from '@modelcontextprotocol/server'
import { RpcError, isObject } from '../rpc/message.ts'
import type { Connection, McpParts } from './connection.ts'
import type { Method } from './method.ts'
import { entryTemplate, isEntryUri, listEntries, readEntryResource } from './own-resources.ts'
import { listFromUpstreams, upstreamsWith } from './upstream-lists.ts'

/** MCP 2025-11-25, resources: "Resource not found". */
const RESOURCE_NOT_FOUND = -32_002

/** `resources/list`: the session's entries, then the resources of the upstreams under the URIs that they gave them. */
export const listResources: Method = async (parts, connection) => {
  const order = { capability: 'resources', method: 'resources/list', field: 'resources' } as const
  const upstream = await listFromUpstreams(parts, connection, order)
  return { resources: [...(await listEntries(parts, connection)), ...upstream.map(({ item }) => item)] }
}

export const listTemplates: Method = async (parts, connection) => {
  const order = {
    capability: 'resources',
    method: 'resources/templates/list',
    field: 'resourceTemplates',
  } as const
  const upstream = await listFromUpstreams(parts, connection, order)
  return { resourceTemplates: [entryTemplate, ...upstream.map(({ item }) => item)] }
}

export const readResource: Method = async (parts, connection, params, options) => {
  const uri = String(params['uri'])
  if (isEntryUri(uri)) return { ...(await readEntryResource(parts, connection, uri)) }
  return askOwner(parts, connection, uri, async (server) => {
    const scope = connection.scope(await connection.session())
    return parts.gateway.request(scope, server, 'resources/read', params, options)
  })
}

/** A URI belongs to the first upstream, in configured order, that knows it: URIs pass as they are, so nothing in them says whose. */
async function askOwner(
  parts: McpParts,
  connection: Connection,
  uri: string,
  ask: (server: string) => Promise<unknown>,
): Promise<Record<string, unknown>> {
  let refusal: unknown = null
  for (const server of upstreamsWith(parts, connection, 'resources')) {
    try {
      const result = await ask(server)
      return isObject(result) ? result : {}
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      refusal ??= error
    }
  }
  throw refusal ?? new ProtocolError(RESOURCE_NOT_FOUND, `Unknown resource: ${uri}`, { uri })
}
