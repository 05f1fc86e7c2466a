/** Parts of SQL text that mean nothing, or must be stepped over as one: white space, comments, strings, names, words. */
const TOKEN =
  /\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|\w+|[^]/gy

export interface SqlShape {
  /** The first word, upper case; empty where there is none. */
  readonly keyword: string
  /** The text without what follows its last token, and without semicolons there. */
  readonly body: string
}

/** Looks at a statement no closer than needed to refuse it; SQLite itself parses it. */
export function sqlShape(sql: string): SqlShape {
  let keyword: string | null = null
  let end = 0
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(sql); match; match = TOKEN.exec(sql)) {
    const [token] = match
    if (/^(\s|--|\/\*)/.test(token) || token === ';') continue
    keyword ??= /^\w+$/.test(token) ? token.toUpperCase() : ''
    end = match.index + token.length
  }
  return { keyword: keyword ?? '', body: sql.slice(0, end) }
}
