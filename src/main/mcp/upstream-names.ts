import type { Connection, McpParts } from './connection.ts'

const SEPARATOR = '__'

/** How something of an upstream that is not a tool is named: as tools are, and plainly where only that upstream is shown. */
export const publicUpstreamName = (connection: Connection, server: string, name: string): string =>
  connection.only === null ? `${server}${SEPARATOR}${name}` : name

/** The other way round; the longest server name that fits wins. */
export function splitUpstreamName(
  { gateway }: McpParts,
  { only }: Connection,
  name: string,
): { server: string; name: string } | null {
  if (only !== null) return { server: only, name }
  const [server] = gateway
    .status()
    .map((upstream) => upstream.name)
    .filter((candidate) => name.startsWith(candidate + SEPARATOR))
    .sort((a, b) => b.length - a.length)
  return server === undefined ? null : { server, name: name.slice(server.length + SEPARATOR.length) }
}
