const STORED = 'spillway-searches'
const KEPT = 8

/** What was searched for last, newest first; kept in this browser only. */
export function recentSearches(): string[] {
  const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]')
  return Array.isArray(stored) ? stored.filter((item) => typeof item === 'string') : []
}

export function rememberSearch(text: string): void {
  const others = recentSearches().filter((other) => other !== text)
  localStorage.setItem(STORED, JSON.stringify([text, ...others].slice(0, KEPT)))
}
