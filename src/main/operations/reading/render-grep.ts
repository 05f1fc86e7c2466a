import type { GrepResult } from '../../store/search/grep.ts'

/**
 * Matching lines as `N:text`, lines of context as `N-text`, as grep writes them; `--` where lines are left out between. A line
 * that was cut around its match names the character at which its part begins.
 */
export function renderGrep({ lines }: GrepResult): string {
  const rendered: string[] = []
  let previous: number | null = null
  const hasContext = lines.some((line) => !line.match)
  for (const { line, char, text, match, cut } of lines) {
    if (hasContext && previous !== null && line > previous + 1) rendered.push('--')
    const where = cut ? `[cut, from character ${char}] ` : ''
    rendered.push(`${line}${match ? ':' : '-'}${where}${text}`)
    previous = line
  }
  return rendered.join('\n')
}
