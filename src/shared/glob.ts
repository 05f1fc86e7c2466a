/**
 * Whether `text` matches `pattern`, where `*` stands for any run of characters, the empty one too, and every other
 * character for itself. Backtracks to the last star only, so no pattern is worse than quadratic.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  let p = 0
  let t = 0
  let star = -1
  let resume = 0
  while (t < text.length) {
    if (pattern[p] === '*') {
      star = p++
      resume = t
    } else if (p < pattern.length && pattern[p] === text[t]) {
      p++
      t++
    } else if (star >= 0) {
      p = star + 1
      t = ++resume
    } else {
      return false
    }
  }
  while (pattern[p] === '*') p++
  return p === pattern.length
}

/** Orders globs from the vaguest to the most specific: more literal characters win, then fewer stars. */
export function compareSpecificity(a: string, b: string): number {
  const stars = (pattern: string) => pattern.split('*').length - 1
  const literals = (pattern: string) => pattern.length - stars(pattern)
  return literals(a) - literals(b) || stars(b) - stars(a)
}
