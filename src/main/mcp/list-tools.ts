import { resolveRule } from '../policy/rule.ts'
import type { Connection, McpParts } from './connection.ts'
import { ownTools } from './own-tools.ts'
import { withSaveAs } from './save-as.ts'
import { upstreamTools } from './upstream-tools.ts'

/**
 * `tools/list`: our own tools, then those of the upstreams as they came. A tool whose results may be replaced is listed without
 * its `outputSchema`: a reference would not conform to it.
 */
export async function listTools(parts: McpParts, connection: Connection): Promise<object[]> {
  const { services } = parts
  const { policy } = services.config()
  const listed = await upstreamTools(parts, connection)
  const upstream = listed.flatMap(({ server, tool, publicName, definition }) => {
    const rule = resolveRule(policy, server, tool)
    const { outputSchema, ...rest } = definition as { outputSchema?: unknown }
    const keepsResults = rule.action === 'inline' || !rule.enabled
    return [
      {
        ...withSaveAs(rest),
        name: publicName,
        ...(keepsResults && outputSchema !== undefined ? { outputSchema } : {}),
      },
    ]
  })
  return [...(await ownTools(services, connection)), ...upstream]
}
