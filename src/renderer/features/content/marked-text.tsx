import type { ReactNode } from 'react'

/** A text with what matches marked. */
export function MarkedText({ text, mark }: { text: string; mark: RegExp | null }): ReactNode {
  if (mark === null) return text
  const parts: ReactNode[] = []
  let at = 0
  for (const match of text.matchAll(mark)) {
    // An empty match marks nothing.
    if (match[0] === '') continue
    parts.push(text.slice(at, match.index), <mark key={match.index}>{match[0]}</mark>)
    at = match.index + match[0].length
  }
  return at === 0 ? text : [...parts, text.slice(at)]
}
