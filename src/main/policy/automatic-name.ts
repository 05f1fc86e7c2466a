const LONGEST = 64

/**
 * The automatic name of the nth result of a tool: `<tool>_<n>`, at most 64 characters, all of them allowed in a note's
 * name. Others become `-`. The number is never cut.
 */
export function automaticName(tool: string, n: number): string {
  const suffix = `_${n}`
  const stem = tool.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '') || 'result'
  return stem.slice(0, LONGEST - suffix.length) + suffix
}
