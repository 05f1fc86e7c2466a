/** MCP's levels, which are syslog's, from the least severe to the most. */
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']

/** Whether a message of `level` is for someone who wants `least` and above; a level that is not known is let through. */
export function isWanted(level: unknown, least: string): boolean {
  const severity = LEVELS.indexOf(String(level))
  return severity === -1 || severity >= LEVELS.indexOf(least)
}

export const isLogLevel = (level: unknown): level is string =>
  typeof level === 'string' && LEVELS.includes(level)
