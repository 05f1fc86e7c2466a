import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Slots of the hash table, a power of two; 200,000 tokens fill less than two fifths of them. */
const SLOTS = 1 << 19
const EMPTY = 0xffffffff
const [NEWLINE, BLANK, PADDING] = [0x0a, 0x20, 0x3d]

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** What each character of it stands for. */
const SEXTETS = new Uint8Array(128)
for (let value = 0; value < BASE64.length; value++) SEXTETS[BASE64.charCodeAt(value)] = value

/**
 * The tokens of o200k by their bytes: three flat arrays of 4 MB together, where the library's maps of strings take 50 to 75 MB in every
 * thread that counts.
 */
export class Ranks {
  /** The bytes of all tokens, one after the other, in the order of their ranks. */
  readonly #bytes: Uint8Array
  /** Where in them each token ends. */
  readonly #ends: Uint32Array
  readonly #slots = new Uint32Array(SLOTS).fill(EMPTY)

  /** @param file lines of a token in base64, a blank and its rank, in the order of the ranks: the format of tiktoken */
  constructor(file: Uint8Array) {
    const bytes = new Uint8Array(file.length)
    const ends: number[] = []
    let length = 0
    for (let at = 0; at < file.length; at = lineAfter(file, at)) {
      const start = length
      length = decodeBase64(file, at, bytes, length)
      this.#insert(bytes, start, length, ends.push(length) - 1)
    }
    this.#bytes = bytes.slice(0, length)
    this.#ends = Uint32Array.from(ends)
  }

  /** The rank of the token that consists of these bytes of `text`; -1 where there is none. */
  rankOf(text: Uint8Array, start: number, end: number): number {
    for (let slot = hash(text, start, end); ; slot = (slot + 1) & (SLOTS - 1)) {
      const rank = this.#slots[slot] as number
      if (rank === EMPTY) return -1
      if (this.#equals(rank, text, start, end)) return rank
    }
  }

  #equals(rank: number, text: Uint8Array, start: number, end: number): boolean {
    const from = rank === 0 ? 0 : (this.#ends[rank - 1] as number)
    if ((this.#ends[rank] as number) - from !== end - start) return false
    for (let i = start; i < end; i++) if (this.#bytes[from + i - start] !== text[i]) return false
    return true
  }

  #insert(bytes: Uint8Array, start: number, end: number, rank: number): void {
    let slot = hash(bytes, start, end)
    while (this.#slots[slot] !== EMPTY) slot = (slot + 1) & (SLOTS - 1)
    this.#slots[slot] = rank
  }
}

/** FNV-1a, with its high bits mixed into the low ones that are used. */
function hash(bytes: Uint8Array, start: number, end: number): number {
  let sum = 0x811c9dc5
  for (let i = start; i < end; i++) sum = Math.imul(sum ^ (bytes[i] as number), 0x01000193)
  return (sum ^ (sum >>> 15)) & (SLOTS - 1)
}

function lineAfter(file: Uint8Array, at: number): number {
  const newline = file.indexOf(NEWLINE, at)
  return newline === -1 ? file.length : newline + 1
}

/** Decodes up to the next blank; returns where what was written ends. */
function decodeBase64(from: Uint8Array, start: number, to: Uint8Array, at: number): number {
  let bits = 0
  let held = 0
  for (let i = start; from[i] !== BLANK && from[i] !== PADDING && i < from.length; i++) {
    bits = ((bits << 6) | (SEXTETS[from[i] as number] as number)) & 0xffff
    held += 6
    if (held < 8) continue
    held -= 8
    to[at++] = (bits >> held) & 0xff
  }
  return at
}

let ranks: Ranks | null = null

/** Read when first asked for, once in each thread: 40 to 80 ms. */
export function o200kRanks(): Ranks {
  if (ranks) return ranks
  const file = createRequire(import.meta.url).resolve('gpt-tokenizer/data/o200k_base.tiktoken')
  return (ranks = new Ranks(readFileSync(file)))
}
