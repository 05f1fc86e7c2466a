import { isAscii, isUtf8 } from 'node:buffer'
import type { Encoding } from '../../../shared/entry.ts'
import { countContinuations, countLineFeeds } from '../../policy/text/words.ts'

/**
 * How to count and cut characters (Unicode code points) in bytes of one encoding. A cursor into the bytes is always a byte offset;
 * a character that straddles a chunk border belongs to the chunk in which it begins.
 */
export interface Charset {
  /** How many characters begin in these bytes. */
  countChars(bytes: Uint8Array): number
  countNewlines(bytes: Uint8Array): number
  /** The byte offset at which the `n`th character (from 0) that begins in these bytes begins; their length where there are fewer. */
  charOffset(bytes: Uint8Array, n: number): number
  /** The byte offset just after the `n`th newline (from 1) in these bytes; -1 where there are fewer. */
  afterNewline(bytes: Uint8Array, n: number): number
  /** The byte offset just after the last newline in these bytes; 0 where there is none. */
  afterLastNewline(bytes: Uint8Array): number
  decode(bytes: Uint8Array): string
}

const isContinuation = (byte: number) => (byte & 0xc0) === 0x80

const utf8: Charset = {
  countChars(bytes) {
    return bytes.length - countContinuations(bytes)
  },
  countNewlines: countLineFeeds,
  charOffset(bytes, n) {
    if (isAscii(bytes)) return Math.min(n, bytes.length)
    let seen = 0
    for (let i = 0; i < bytes.length; i++) {
      if (isContinuation(bytes[i] as number)) continue
      if (seen === n) return i
      seen++
    }
    return bytes.length
  },
  afterNewline(bytes, n) {
    let at = -1
    for (let i = 0; i < n; i++) {
      at = bytes.indexOf(10, at + 1)
      if (at === -1) return -1
    }
    return at + 1
  },
  afterLastNewline: (bytes) => bytes.lastIndexOf(10) + 1,
  decode: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'),
}

/** Chunks have an even number of bytes, so a UTF-16 unit never straddles a border; a surrogate pair may. */
function utf16(littleEndian: boolean): Charset {
  const unit = (bytes: Uint8Array, i: number) =>
    littleEndian
      ? (bytes[i] as number) | ((bytes[i + 1] as number) << 8)
      : ((bytes[i] as number) << 8) | (bytes[i + 1] as number)
  const isLow = (u: number) => (u & 0xfc00) === 0xdc00
  return {
    countChars(bytes) {
      let count = 0
      for (let i = 0; i + 1 < bytes.length; i += 2) if (!isLow(unit(bytes, i))) count++
      return count
    },
    countNewlines(bytes) {
      let count = 0
      for (let i = 0; i + 1 < bytes.length; i += 2) if (unit(bytes, i) === 10) count++
      return count
    },
    charOffset(bytes, n) {
      let seen = 0
      for (let i = 0; i + 1 < bytes.length; i += 2) {
        if (isLow(unit(bytes, i))) continue
        if (seen === n) return i
        seen++
      }
      return bytes.length
    },
    afterNewline(bytes, n) {
      let left = n
      if (left === 0) return 0
      for (let i = 0; i + 1 < bytes.length; i += 2) if (unit(bytes, i) === 10 && --left === 0) return i + 2
      return -1
    },
    afterLastNewline(bytes) {
      for (let i = (bytes.length & ~1) - 2; i >= 0; i -= 2) if (unit(bytes, i) === 10) return i + 2
      return 0
    },
    decode(bytes) {
      const copy = Buffer.from(bytes)
      return (littleEndian ? copy : copy.swap16()).toString('utf16le')
    },
  }
}

const latin1: Charset = {
  countChars: (bytes) => bytes.length,
  countNewlines: countLineFeeds,
  charOffset: (bytes, n) => Math.min(n, bytes.length),
  afterNewline: (bytes, n) => utf8.afterNewline(bytes, n),
  afterLastNewline: (bytes) => utf8.afterLastNewline(bytes),
  decode: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'),
}

const charsets = { 'utf-8': utf8, 'utf-16le': utf16(true), 'utf-16be': utf16(false), latin1 }

/** Null for bytes that have no characters. */
export function charsetOf(encoding: Encoding): Charset | null {
  return encoding in charsets ? charsets[encoding as keyof typeof charsets] : null
}

/**
 * What a byte order mark promises: nothing else makes UTF-16 certain. All without one is taken as UTF-8 until `Utf8Check` or
 * `looksLatin1` find otherwise.
 */
export function promisedEncoding(start: Uint8Array): Exclude<Encoding, 'binary' | 'latin1'> {
  if (start[0] === 0xff && start[1] === 0xfe && !(start[2] === 0 && start[3] === 0)) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

/**
 * Follows a stream of bytes and says whether all of it was valid UTF-8. Bytes with a NUL are valid too, but they are text
 * only where they came as a string (`allowNul`): programs that print bytes print NULs, people do not.
 */
export class Utf8Check {
  #carry: Uint8Array = new Uint8Array(0)
  #valid = true
  readonly #allowNul: boolean

  constructor(allowNul: boolean) {
    this.#allowNul = allowNul
  }

  push(bytes: Uint8Array): void {
    if (!this.#valid) return
    const joined = this.#carry.length === 0 ? bytes : Buffer.concat([this.#carry, bytes])
    const cut = incompleteTail(joined)
    const whole = joined.subarray(0, joined.length - cut)
    this.#valid = isUtf8(whole) && (this.#allowNul || !hasNul(whole))
    this.#carry = joined.slice(joined.length - cut)
  }

  /** True where everything pushed so far, taken as the whole, is text. */
  get valid(): boolean {
    return this.#valid && this.#carry.length === 0
  }
}

/** By Node's own search: that of a typed array takes fifty times as long. */
function hasNul(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(0)
}

/** How many bytes at the end may belong to a character that is not all there yet: 0 to 3. */
function incompleteTail(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number
    if (isContinuation(byte)) continue
    const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return needs > back ? back : 0
  }
  return 0
}
