/** A matching line of a grep: its number, and where its part begins if it was cut around the match. */
export interface GrepHit {
  readonly line: number
  readonly char: number | null
}

/** The matches in a grep's text, which has them as `N:text`, cut ones as `N:[cut, from character C] text`. */
export function parseGrep(text: string): GrepHit[] {
  return text.split('\n').flatMap((row) => {
    const [, line, char] = /^(\d+):(?:\[cut, from character (\d+)\])?/.exec(row) ?? []
    return line === undefined ? [] : [{ line: Number(line), char: char === undefined ? null : Number(char) }]
  })
}
