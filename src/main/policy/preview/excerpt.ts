import { startOfCharacter } from './tokens.ts'

/** Text on one line of at most about `limit` UTF-16 units, an ellipsis where it was cut; never half a character. */
export function excerpt(text: string, limit: number): string {
  const start = text.length > limit ? text.slice(0, startOfCharacter(text, limit)) : text
  const line = start.replace(/\s+/g, ' ')
  return text.length > start.length ? `${line}…` : line
}

/** A JSON string of at most about `limit` UTF-16 units. */
export function quoted(text: string, limit: number): string {
  return JSON.stringify(excerpt(text, limit))
}

/** `1 file`, `2 files`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
