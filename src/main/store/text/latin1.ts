import { isUtf8 } from 'node:buffer'

/** So few bytes could be anything. */
const ENOUGH_BYTES = 32
/** A stray byte or two are UTF-8 that was broken rather than another alphabet. */
const ENOUGH_LETTERS = 4
/** Languages that are written in Latin-1 have few letters that are not ASCII; of Cyrillic or Greek in 8 bits most are not. */
const MOST_HIGH = 1 / 4
/** What happens to be valid UTF-8 in Latin-1, such as an É before a no-break space, is rare; in broken UTF-8 it is the rule. */
const MOST_VALID = 1 / 4
/** Signs of Latin-1 that stand within words: soft hyphen, ª, µ, ·, º. Others there are letters of another alphabet's set. */
const WITHIN_WORDS: ReadonlySet<number> = new Set([0xad, 0xaa, 0xb5, 0xb7, 0xba])

/** Text in Latin-1 has neither the controls below the space, but for those of lines and terminals, nor those from 0x7f to 0x9f. */
export function hasControls(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number
    if (byte < 0x20 ? (byte < 9 || byte > 13) && byte !== 0x1b : byte >= 0x7f && byte < 0xa0) return true
  }
  return false
}

/**
 * Whether a content that begins with these bytes is certainly Latin-1 (ISO-8859-1), so far as they tell: not UTF-8, no controls, and
 * what is not ASCII rare, mostly letters within words, and where a language of Western Europe has it.
 */
export function looksLatin1(bytes: Uint8Array): boolean {
  if (bytes.length < ENOUGH_BYTES || isUtf8(bytes) || hasControls(bytes)) return false
  let high = 0
  let valid = 0
  let letters = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number
    if (byte < 0x80) continue
    const length = sequenceAt(bytes, i)
    // The last character may be UTF-8 that goes on behind these bytes.
    if (length === null) break
    high++
    if (length > 1) valid++
    else if (byte >= 0xc0 || WITHIN_WORDS.has(byte))
      letters += isLetter(bytes[i - 1]) || isLetter(bytes[i + 1]) ? 1 : 0
    else if (isLetter(bytes[i - 1]) && isLetter(bytes[i + 1])) return false
    i += length - 1
  }
  const lone = high - valid
  if (letters < ENOUGH_LETTERS || letters * 2 < lone) return false
  return valid <= lone * MOST_VALID && high <= bytes.length * MOST_HIGH
}

/** How many bytes from here are one character of UTF-8; 1 where they are none, null where they end before that is known. */
function sequenceAt(bytes: Uint8Array, at: number): number | null {
  const first = bytes[at] as number
  const length = first >= 0xf5 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1
  for (let i = 1; i < length; i++) {
    const next = bytes[at + i]
    if (next === undefined) return null
    if ((next & 0xc0) !== 0x80) return 1
  }
  return length
}

const isLetter = (byte: number | undefined) => byte !== undefined && (byte | 32) >= 97 && (byte | 32) <= 122
