import { SpillwayError } from '../../../shared/errors.ts'
import type { ListedTool } from '../../gateway/gateway.ts'
import { ResourceRoutes } from '../../gateway/resource-routes.ts'
import type { UpstreamSide } from '../upstream-side.ts'

const notRecorded = () =>
  Promise.reject(new SpillwayError('unsupported', 'A replay has tools alone: nothing else was recorded.'))

/** What stands in the place of the live servers behind a replay: it lists the recorded tools, and knows their names. */
export function recordedSide(tools: readonly ListedTool[]): UpstreamSide {
  const byName = new Map(tools.map((tool) => [tool.publicName, tool]))
  return {
    has: () => false,
    names: () => [],
    status: () => [],
    describe: () => null,
    listTools: () => Promise.resolve([...tools]),
    knowTools: () => Promise.resolve(),
    definition: ({ server, tool }) =>
      tools.find((listed) => listed.server === server && listed.tool === tool)?.definition ?? null,
    find: (name) => byName.get(name) ?? onlyOne(tools.filter(({ tool }) => tool === name)),
    resources: new ResourceRoutes(),
    callTool: notRecorded,
    request: notRecorded,
    watch: notRecorded,
    unwatch: notRecorded,
    notify: () => Promise.resolve(),
    setLogLevel: () => Promise.resolve(),
    endSession: () => Promise.resolve(),
  }
}

/** A client that knew a server alone calls its tools by their own names. */
const onlyOne = (tools: readonly ListedTool[]) => (tools.length === 1 ? (tools[0] ?? null) : null)
