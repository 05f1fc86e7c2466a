import { useQueries, useQuery } from '@tanstack/react-query'
import { matchesGlob } from '../../../../shared/glob.ts'
import { queries } from '../../../api/queries.ts'
import { useServices } from '../../../state/services.ts'

/** The tools that are known here, as `server.tool`: those that servers offer, and those that were called. */
export function useKnownTools(): readonly string[] {
  const { client } = useServices()
  const { data: upstreams } = useQuery(queries.upstreams(client))
  const { data: stats } = useQuery(queries.stats(client))
  const servers = upstreams?.items.map(({ name }) => name) ?? []
  const offered = useQueries({
    queries: servers.map((name) => queries.upstreamTools(client, name)),
    combine: (results) =>
      results.flatMap(({ data }, index) => data?.items.map(({ name }) => `${servers[index]}.${name}`) ?? []),
  })
  const called = stats?.byTool.map(({ tool }) => tool) ?? []
  return [...new Set([...offered, ...called])].sort()
}

/** As the daemon matches: what came over HTTP has no server, and is also known as `.tool`. */
export const toolsOf = (glob: string, tools: readonly string[]): string[] =>
  tools.filter((tool) => matchesGlob(glob, tool) || (!tool.includes('.') && matchesGlob(glob, `.${tool}`)))
