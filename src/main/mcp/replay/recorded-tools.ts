import type { ListedTool } from '../../gateway/gateway.ts'
import { NameTable, type ToolAddress } from '../../gateway/names.ts'
import type { ScriptCall } from '../../store/reads/script.ts'
import { parseJson } from '../../rpc/json.ts'
import { isObject } from '../../rpc/message.ts'

/**
 * The tools of a recording: those that its session was offered, with their definitions as they were, and those that were called without
 * having been listed (over the HTTP API, or before lists were kept), with a schema that takes anything.
 * @param offered as the store has it
 */
export function recordedTools(offered: string | null, calls: readonly ScriptCall[]): ListedTool[] {
  const listed = offered === null ? [] : listedIn(parseJson(offered))
  const known = new Set(listed.map(keyOf))
  const called = new Map(
    calls.map(({ server, tool }): [string, ToolAddress] => {
      const address = { server: server ?? '', tool }
      return [keyOf(address), address]
    }),
  )
  const unlisted = [...called.values()].filter((address) => !known.has(keyOf(address)))
  const names = new NameTable(unlisted.filter(({ server }) => server !== ''))
  return [
    ...listed,
    ...unlisted.map((address) => ({
      ...address,
      publicName: address.server === '' ? address.tool : names.nameOf(address),
      definition: {
        name: address.tool,
        description: 'Recorded without its definition.',
        inputSchema: { type: 'object' },
      },
    })),
  ]
}

function listedIn(value: unknown): ListedTool[] {
  return Array.isArray(value) ? value.filter(isListedTool) : []
}

const isListedTool = (value: unknown): value is ListedTool =>
  isObject(value) &&
  typeof value['server'] === 'string' &&
  typeof value['tool'] === 'string' &&
  typeof value['publicName'] === 'string' &&
  isObject(value['definition']) &&
  typeof value['definition']['name'] === 'string'

const keyOf = ({ server, tool }: ToolAddress) => `${server}\0${tool}`
