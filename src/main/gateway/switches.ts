import type { UpstreamConfig } from '../../shared/config.ts'
import { matchesGlob } from '../policy/glob.ts'

/** Clients spell it either way. */
export const isSwitchedOn = ({ enabled, disabled }: UpstreamConfig): boolean => enabled && disabled !== true

/** Whether agents may see and call a tool; that of its server is not looked at. */
export const isToolSwitchedOn = ({ disabledTools = [] }: UpstreamConfig, tool: string): boolean =>
  !disabledTools.some((pattern) => matchesGlob(pattern, tool))

/** What can change while connections go on. */
const LIVE: ReadonlySet<string> = new Set(['disabledTools', 'timeoutSeconds'])

/** Whether what runs by one configuration may go on by the other. */
export function canGoOn(running: UpstreamConfig | undefined, wanted: UpstreamConfig | undefined): boolean {
  return running !== undefined && wanted !== undefined && lasting(running) === lasting(wanted)
}

const lasting = (config: UpstreamConfig) =>
  JSON.stringify(Object.entries(config).filter(([key]) => !LIVE.has(key)))
