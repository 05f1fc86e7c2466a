import type { OperationArgs } from '../../shared/contract.ts'
import type { UpstreamStatus } from '../../shared/contract/gateway.ts'
import { SpillwayError } from '../../shared/errors.ts'
import { matchesGlob } from '../../shared/glob.ts'
import type { Caller, ConfigChange, Services } from './services.ts'

/** Switches a server or tools of it on or off where a person would: in `config.json`, which takes effect at once. */
export function updateUpstream(
  { settings, upstreams, config }: Services,
  _caller: Caller,
  { name, enabled, tools }: OperationArgs<'updateUpstream'>,
): UpstreamStatus {
  const server = config().mcpServers[name]
  if (!server)
    throw new SpillwayError('not_found', `There is no server ${name}.`, 'See mcpServers in config.json.')
  const path = ['mcpServers', name]
  const changes: ConfigChange[] = []
  if (enabled !== undefined) {
    // Whichever way it was switched off; on is the default and needs no word.
    changes.push({ path: [...path, 'disabled'], value: undefined })
    changes.push({ path: [...path, 'enabled'], value: enabled ? undefined : false })
  }
  if (tools !== undefined) {
    const off = withSwitched(server.disabledTools ?? [], tools)
    changes.push({ path: [...path, 'disabledTools'], value: off.length > 0 ? off : undefined })
    // Off is said in one place; on may also mean to join those that alone are on.
    const { enabledTools } = server
    const joining = Object.keys(tools).filter(
      (tool) => tools[tool] === true && !enabledTools?.some((pattern) => matchesGlob(pattern, tool)),
    )
    if (enabledTools !== undefined && joining.length > 0)
      changes.push({ path: [...path, 'enabledTools'], value: [...enabledTools, ...joining] })
  }
  settings.edit(changes)
  return statusOf(upstreams.status(), name)
}

/** @throws SpillwayError `conflict` where a pattern keeps a tool off: what else it covers is for a person to say */
function withSwitched(disabled: readonly string[], tools: Record<string, boolean>): string[] {
  const switched = Object.entries(tools)
  const kept = disabled.filter((pattern) => tools[pattern] !== true)
  for (const [tool, on] of switched) {
    const pattern = on ? kept.find((each) => matchesGlob(each, tool)) : undefined
    if (pattern !== undefined)
      throw new SpillwayError(
        'conflict',
        `${tool} is switched off by the pattern ${pattern}.`,
        'Change disabledTools in config.json.',
      )
  }
  return [...new Set([...kept, ...switched.flatMap(([tool, on]) => (on ? [] : [tool]))])]
}

function statusOf(all: readonly UpstreamStatus[], name: string): UpstreamStatus {
  const status = all.find((upstream) => upstream.name === name)
  if (!status) throw new SpillwayError('internal', `The server ${name} is configured but not there.`)
  return status
}
