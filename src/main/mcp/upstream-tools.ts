import type { ListedTool } from '../gateway/gateway.ts'
import { publicName, type ToolAddress } from '../gateway/names.ts'
import type { Connection, McpParts } from './connection.ts'
import { isOwnTool, ownToolNames } from './scratchpad/index.ts'

/**
 * The tools of a connection's upstreams by the names that its client knows. Where only one upstream is shown they keep their own, but
 * for those that ours have: another scratchpad's `scratchpad_read` is then `SERVER__scratchpad_read`.
 */
export async function upstreamTools({ gateway }: McpParts, connection: Connection): Promise<ListedTool[]> {
  const { only } = connection
  const listed = await gateway.listTools(connection.scope(null), only ?? undefined)
  if (only === null) return listed
  return listed.map((tool) => (isOwnTool(tool.tool) ? { ...tool, publicName: publicName(tool) } : tool))
}

/** Which tool of an upstream a client means; null where it can be none. */
export function findUpstreamTool(
  { gateway }: McpParts,
  { only }: Connection,
  name: string,
): ToolAddress | null {
  const found = gateway.find(name, only ?? undefined)
  if (only === null || found === null || gateway.definition(found) !== null) return found
  const shadowed = ownToolNames.find((tool) => publicName({ server: only, tool }) === name)
  return shadowed === undefined ? found : { server: only, tool: shadowed }
}
