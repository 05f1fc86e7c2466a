import type { RedactionConfig } from '../../../shared/redaction.ts'
import { matchesGlob } from '../../../shared/glob.ts'
import { DETECTORS } from './detectors.ts'

/** One thing to look for, in a form that can go from thread to thread. */
export interface RedactionPattern {
  readonly name: string
  readonly source: string
  readonly flags: string
  readonly replacement: string
  readonly check?: 'luhn' | undefined
}

/** What to look for in the results of one tool; a tool without a server is known by its bare name and as `.tool`. */
export function patternsFor(
  { detectors, rules }: RedactionConfig,
  server: string | null,
  tool: string,
): RedactionPattern[] {
  if (detectors.length === 0 && rules.length === 0) return []
  const names = server === null ? [tool, `.${tool}`] : [`${server}.${tool}`]
  const own = rules.filter(({ tools = '*' }) => names.some((name) => matchesGlob(tools, name)))
  return [
    ...detectors.map((name) => {
      const { pattern, flags = '', check } = DETECTORS[name]
      return { name, source: pattern, flags: `g${flags}`, replacement: `[redacted:${name}]`, check }
    }),
    ...own.map(({ name, pattern, flags = '', replacement = `[redacted:${name}]` }) => ({
      name,
      source: pattern,
      flags: `g${flags}`,
      replacement,
    })),
  ]
}
