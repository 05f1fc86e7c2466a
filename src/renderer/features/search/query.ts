import type { OperationInput } from '../../../shared/contract.ts'

type SearchInput = OperationInput<'search'>

/** What was typed: words to find, or a regular expression between slashes as people write it elsewhere. */
export function searchInput(text: string): SearchInput | null {
  const typed = text.trim()
  const most = { limit: 100, lines: 20 }
  const [, pattern] = /^\/(.+?)\/?$/s.exec(typed) ?? []
  if (pattern !== undefined) return { pattern, ...most }
  return /[\p{L}\p{N}]/u.test(typed) ? { q: typed, ...most } : null
}

/** The same text asked the other way: words as a pattern, a pattern as words. */
export function toggled(text: string): string {
  const input = searchInput(text)
  return input?.pattern === undefined ? `/${text.trim()}/` : input.pattern
}

/** A line's text in pieces, those that stand for a word searched for marked: words are found where they begin. */
export function marked(text: string, { q }: SearchInput): { text: string; hit: boolean }[] {
  const words = q?.match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return [{ text, hit: false }]
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${words.join('|')})`, 'giu')
  return text.split(pattern).map((piece, index) => ({ text: piece, hit: index % 2 === 1 }))
}
