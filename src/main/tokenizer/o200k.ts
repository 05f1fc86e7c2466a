import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'
import { o200kRanks, type Ranks } from './ranks.ts'

const encoder = new TextEncoder()
/** At most this many bytes of UTF-8 come of one UTF-16 unit. */
const BYTES_PER_UNIT = 3
const NONE = 0x7fffffff

/** The library's own, which must not be used while it is. */
const splitter = new RegExp(O200K_TOKEN_SPLIT_REGEX)

/** Written over with each text. */
let utf8 = new Uint8Array(16_384)
let starts = new Int32Array(1_024)
let pairs = new Int32Array(1_024)

/**
 * How many o200k tokens a text has, as gpt-tokenizer counts them, from its split pattern and its table of tokens. A name of a special
 * token is text like any other. The time grows with the square of a run of one class of characters.
 */
export function countO200k(text: string): number {
  const ranks = o200kRanks()
  if (utf8.length < text.length * BYTES_PER_UNIT) utf8 = new Uint8Array(text.length * BYTES_PER_UNIT)
  encoder.encodeInto(text, utf8)
  splitter.lastIndex = 0
  let tokens = 0
  let byte = 0
  // The pattern leaves no character out, so each match begins where the one before ended, and no string need be made of it.
  for (let unit = 0; splitter.test(text); unit = splitter.lastIndex) {
    const end = byte + utf8Length(text, unit, splitter.lastIndex)
    tokens += ranks.rankOf(utf8, byte, end) === -1 ? merge(ranks, byte, end) : 1
    byte = end
  }
  return tokens
}

function utf8Length(text: string, start: number, end: number): number {
  let length = end - start
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) continue
    if (unit < 0x800) length++
    else if (isHigh(unit) && isLow(text.charCodeAt(i + 1)) && i + 1 < end) {
      // Two units, four bytes.
      length += 2
      i++
    } else length += 2
  }
  return length
}

const isHigh = (unit: number) => (unit & 0xfc00) === 0xd800
const isLow = (unit: number) => (unit & 0xfc00) === 0xdc00

/** Byte pair encoding: joins the neighbours of the lowest rank until no two make a token; returns how many parts are left. */
function merge(ranks: Ranks, start: number, end: number): number {
  let parts = end - start
  if (starts.length <= parts) {
    starts = new Int32Array(2 * parts)
    pairs = new Int32Array(2 * parts)
  }
  for (let i = 0; i <= parts; i++) starts[i] = start + i
  // `pairs[i]` is the rank of the parts i and i + 1 taken together.
  for (let i = 0; i < parts; i++) pairs[i] = pairRank(ranks, i, parts)
  for (;;) {
    let lowest = NONE
    let at = -1
    for (let i = 0; i < parts - 1; i++) {
      const rank = pairs[i] as number
      if (rank >= lowest) continue
      lowest = rank
      at = i
    }
    if (at === -1) return parts
    starts.copyWithin(at + 1, at + 2, parts + 1)
    pairs.copyWithin(at, at + 1, parts)
    parts--
    pairs[at] = pairRank(ranks, at, parts)
    if (at > 0) pairs[at - 1] = pairRank(ranks, at - 1, parts)
  }
}

function pairRank(ranks: Ranks, part: number, parts: number): number {
  if (part + 2 > parts) return NONE
  const rank = ranks.rankOf(utf8, starts[part] as number, starts[part + 2] as number)
  return rank === -1 ? NONE : rank
}
