import type { Connection, McpParts } from './connection.ts'
import { GUIDE_NAME } from './guide.ts'

const SEPARATOR = '__'

/** How a prompt is named: as tools are, and plainly where only its server is shown, unless that is the name of ours. */
export const publicUpstreamName = (connection: Connection, server: string, name: string): string =>
  connection.only === null || name === GUIDE_NAME ? `${server}${SEPARATOR}${name}` : name

/** The other way round; the longest server name that fits wins. */
export function splitUpstreamName(
  { gateway }: McpParts,
  { only }: Connection,
  name: string,
): { server: string; name: string } | null {
  if (only !== null)
    return { server: only, name: name === `${only}${SEPARATOR}${GUIDE_NAME}` ? GUIDE_NAME : name }
  const [server] = gateway
    .status()
    .map((upstream) => upstream.name)
    .filter((candidate) => name.startsWith(candidate + SEPARATOR))
    .sort((a, b) => b.length - a.length)
  return server === undefined ? null : { server, name: name.slice(server.length + SEPARATOR.length) }
}
