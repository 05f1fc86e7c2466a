import { isObject } from '../rpc/message.ts'
import type { Connection, McpParts } from './connection.ts'

/** A list that is slower than this is left out: one broken upstream must not hold up the others. */
const PATIENCE_MS = 5_000
/** An upstream whose pages never end is believed this far. */
const MAX_PAGES = 100

export interface UpstreamItem {
  readonly server: string
  /** Raw, as the upstream gave it. */
  readonly item: Record<string, unknown>
}

/** Which list, what the upstream must have said it has for that, and where a page of it has its items. */
type ListOrder =
  | { capability: 'prompts'; method: 'prompts/list'; field: 'prompts' }
  | { capability: 'tasks'; method: 'tasks/list'; field: 'tasks' }
  | { capability: 'resources'; method: 'resources/list'; field: 'resources' }
  | { capability: 'resources'; method: 'resources/templates/list'; field: 'resourceTemplates' }

/**
 * The upstreams of a connection, in configured order, that said they have something. One that has said nothing yet is started; it is
 * waited for as long as for its tools.
 */
export async function upstreamsWith(
  { gateway }: McpParts,
  connection: Connection,
  capability: string,
): Promise<string[]> {
  const names = gateway.names(connection.only)
  const silent = names.filter((name) => gateway.describe(name) === null)
  await Promise.all(silent.map((name) => gateway.listTools(connection.scope(null), name)))
  return names.filter((name) => isObject(gateway.describe(name)?.capabilities[capability]))
}

/** All pages of one kind of list of all upstreams that have it; one that fails is left out and logged. */
export async function listFromUpstreams(
  parts: McpParts,
  connection: Connection,
  order: ListOrder,
): Promise<UpstreamItem[]> {
  const servers = await upstreamsWith(parts, connection, order.capability)
  const lists = await Promise.all(
    servers.map(async (server) => {
      try {
        const items = await pages(parts, connection, server, order)
        if (order.capability === 'resources') parts.gateway.resources.remember(server, order.field, items)
        return items.map((item) => ({ server, item }))
      } catch (error) {
        parts.services.log.warn(
          { server, method: order.method, reason: String(error) },
          'a list was left out',
        )
        return []
      }
    }),
  )
  return lists.flat()
}

async function pages(
  { gateway }: McpParts,
  connection: Connection,
  server: string,
  { method, field }: ListOrder,
): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = []
  const signal = AbortSignal.timeout(PATIENCE_MS)
  let cursor: unknown
  for (let page = 0; page < MAX_PAGES; page++) {
    const params = cursor === undefined ? {} : { cursor }
    const result = await gateway.request(connection.scope(null), server, method, params, { signal })
    if (!isObject(result)) break
    const found = result[field]
    if (Array.isArray(found)) items.push(...found.filter(isObject))
    cursor = result['nextCursor']
    if (typeof cursor !== 'string') break
  }
  return items
}
