import { ProtocolError } from '@modelcontextprotocol/server'
import { SpillwayError } from '../../shared/errors.ts'
import { RpcError, isObject } from '../rpc/message.ts'
import type { Connection, McpParts } from './connection.ts'
import type { Method } from './method.ts'
import { entryTemplate, isEntryUri, listEntries, readEntryResource } from './own-resources.ts'
import { listFromUpstreams, type UpstreamItem, upstreamsWith } from './upstream-lists.ts'

/** MCP 2025-11-25, resources: "Resource not found". */
const RESOURCE_NOT_FOUND = -32_002

const RESOURCES = { capability: 'resources', method: 'resources/list', field: 'resources' } as const
const TEMPLATES = {
  capability: 'resources',
  method: 'resources/templates/list',
  field: 'resourceTemplates',
} as const

/** `resources/list`: the session's entries, then the resources of the upstreams under the URIs that they gave them. */
export const listResources: Method = async (parts, connection) => {
  const upstream = await listFromUpstreams(parts, connection, RESOURCES)
  return { resources: [...(await listEntries(parts, connection)), ...byFirst(upstream, 'uri')] }
}

export const listTemplates: Method = async (parts, connection) => {
  const upstream = await listFromUpstreams(parts, connection, TEMPLATES)
  return { resourceTemplates: [entryTemplate, ...byFirst(upstream, 'uriTemplate')] }
}

/** What two servers call the same belongs to the first in configured order; the other's is under `/mcp/SERVER`. */
function byFirst(items: readonly UpstreamItem[], key: string): object[] {
  const owners = new Map<unknown, string>()
  return items.flatMap(({ server, item }) => {
    const owner = owners.get(item[key]) ?? server
    owners.set(item[key], owner)
    return owner === server ? [item] : []
  })
}

export const readResource: Method = async (parts, connection, params, options) => {
  const uri = String(params['uri'])
  if (isEntryUri(uri)) return { ...(await readEntryResource(parts, connection, uri)) }
  const scope = connection.scope(await connection.session())
  return askOwner(parts, connection, uri, (server) =>
    parts.gateway.request(scope, server, 'resources/read', params, options),
  )
}

/** Asks the upstream that a URI belongs to; where none has listed it, those that may know it, one after the other. */
async function askOwner(
  parts: McpParts,
  connection: Connection,
  uri: string,
  ask: (server: string) => Promise<unknown>,
): Promise<Record<string, unknown>> {
  let refusal: unknown = null
  for (const server of await candidatesFor(parts, connection, uri)) {
    try {
      const result = await ask(server)
      return isObject(result) ? result : {}
    } catch (error) {
      // One that is broken keeps nobody from asking the next.
      if (!(error instanceof RpcError || error instanceof SpillwayError)) throw error
      refusal ??= error
    }
  }
  throw refusal ?? new ProtocolError(RESOURCE_NOT_FOUND, `Unknown resource: ${uri}`, { uri })
}

/**
 * Whose a URI most likely is.
 * @throws ProtocolError where no upstream has resources
 */
export async function ownerOf(parts: McpParts, connection: Connection, uri: string): Promise<string> {
  const [server] = await candidatesFor(parts, connection, uri)
  if (server !== undefined) return server
  throw new ProtocolError(RESOURCE_NOT_FOUND, `Unknown resource: ${uri}`, { uri })
}

/** Whose a URI may be, the likeliest first. */
async function candidatesFor(
  parts: McpParts,
  connection: Connection,
  uri: string,
): Promise<readonly string[]> {
  const { resources } = parts.gateway
  const servers = await upstreamsWith(parts, connection, 'resources')
  // A client may know a URI from before this daemon started.
  if (!servers.every((server) => resources.knows(server)))
    await Promise.all([
      listFromUpstreams(parts, connection, RESOURCES),
      listFromUpstreams(parts, connection, TEMPLATES),
    ])
  return resources.candidates(uri, servers)
}
