import type { UpstreamConfig } from '../../shared/config.ts'
import { matchesGlob } from '../../shared/glob.ts'

/** Clients spell it either way. */
export const isSwitchedOn = ({ enabled, disabled }: UpstreamConfig): boolean => enabled && disabled !== true

/** Whether agents may see and call a tool; that of its server is not looked at. */
export const isToolSwitchedOn = ({ enabledTools, disabledTools }: ToolSwitches, tool: string): boolean =>
  covers(enabledTools ?? ['*'], tool) && !covers(disabledTools ?? [], tool)

type ToolSwitches = Pick<UpstreamConfig, 'enabledTools' | 'disabledTools'>

const covers = (patterns: readonly string[], tool: string) =>
  patterns.some((pattern) => matchesGlob(pattern, tool))

/** Whether the same tools are on by both. */
export const areSameTools = (one: ToolSwitches, other: ToolSwitches): boolean =>
  JSON.stringify([one.enabledTools, one.disabledTools]) ===
  JSON.stringify([other.enabledTools, other.disabledTools])

/** What can change while connections go on. */
const LIVE: ReadonlySet<string> = new Set(['enabledTools', 'disabledTools', 'timeoutSeconds'])

/** Whether what runs by one configuration may go on by the other. */
export function canGoOn(running: UpstreamConfig | undefined, wanted: UpstreamConfig | undefined): boolean {
  return running !== undefined && wanted !== undefined && lasting(running) === lasting(wanted)
}

const lasting = (config: UpstreamConfig) =>
  JSON.stringify(Object.entries(config).filter(([key]) => !LIVE.has(key)))
