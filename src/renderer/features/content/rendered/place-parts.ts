import type { Token } from 'marked'
import { countChars } from '../characters.ts'

export interface Part {
  readonly token: Token
  /** The characters of the content that it was made from, half-open. */
  readonly start: number
  readonly end: number
}

/** Each part with its place. The parser takes `\r\n` for `\n`, so a part may be longer in the content than in its source. */
export function placeParts(text: string, tokens: readonly Token[]): Part[] {
  let unit = 0
  let char = 0
  return tokens.map((token) => {
    const from = unit
    for (let taken = 0; taken < token.raw.length; taken++) {
      if (text[unit] === '\r' && text[unit + 1] === '\n' && token.raw[taken] === '\n') unit++
      unit++
    }
    const start = char
    char += countChars(text.slice(from, unit))
    return { token, start, end: char }
  })
}
