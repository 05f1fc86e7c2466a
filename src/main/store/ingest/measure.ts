import { createHash } from 'node:crypto'
import type { Encoding } from '../../../shared/entry.ts'
import type { LineFeeds } from '../../policy/text/line-feeds.ts'
import { type BlobFacts, CHUNK_BYTES } from '../blob.ts'
import { hasControls, looksLatin1 } from '../text/latin1.ts'
import { type Charset, charsetOf, promisedEncoding, Utf8Check } from '../text/charset.ts'

/** What lies before a chunk in its content. */
export interface ChunkStart {
  readonly charStart: number
  readonly lineStart: number
}

/** Hashes and counts a content while it goes by. Memory holds none of it, whatever its size. */
export class Measure {
  readonly #hash = createHash('sha256')
  readonly #asText: boolean
  readonly #utf8: Utf8Check
  #charset: Charset | null = null
  #encoding: Encoding = 'utf-8'
  #bytes = 0
  #chars = 0
  #newlines = 0
  #endsInNewline = false
  #wellFormed = true
  #highSurrogate = false

  readonly #lineFeeds: LineFeeds | null

  /**
   * @param asText the bytes are the UTF-8 of a string, so they are text whatever they hold.
   * @param lineFeeds notes where those of a UTF-8 text are
   */
  constructor(asText: boolean, lineFeeds: LineFeeds | null = null) {
    this.#asText = asText
    this.#lineFeeds = lineFeeds
    this.#utf8 = new Utf8Check(asText)
  }

  /** Takes whole chunks, the last one of the content may be shorter; says what lies before each. */
  push(bytes: Uint8Array): ChunkStart[] {
    if (this.#bytes === 0 && !this.#asText) this.#encoding = encodingOf(bytes)
    this.#charset ??= charsetOf(this.#encoding)
    this.#hash.update(bytes)
    if (this.#encoding === 'utf-8') this.#utf8.push(bytes)
    else if (this.#encoding === 'latin1') this.#wellFormed &&= !hasControls(bytes)
    else this.#followUtf16(bytes)
    this.#endsInNewline = endsInNewline(bytes, this.#encoding)
    this.#bytes += bytes.length
    const starts: ChunkStart[] = []
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      starts.push({ charStart: this.#chars, lineStart: this.#newlines })
      const chunk = bytes.subarray(at, at + CHUNK_BYTES)
      this.#chars += this.#charset?.countChars(chunk) ?? 0
      this.#newlines += this.#countNewlines(chunk)
    }
    return starts
  }

  /** What the whole turned out to be. */
  finish(): Omit<BlobFacts, 'storedBytes'> {
    const isText =
      this.#encoding === 'utf-8'
        ? this.#utf8.valid
        : this.#wellFormed && (this.#encoding === 'latin1' || (!this.#highSurrogate && this.#bytes % 2 === 0))
    const lines = this.#newlines + (this.#bytes > 0 && !this.#endsInNewline ? 1 : 0)
    return {
      sha256: this.#hash.digest('hex'),
      encoding: isText ? this.#encoding : 'binary',
      sizes: { bytes: this.#bytes, chars: isText ? this.#chars : null, lines: isText ? lines : null },
    }
  }

  #countNewlines(chunk: Uint8Array): number {
    if (this.#encoding === 'utf-8' && this.#lineFeeds !== null) return this.#lineFeeds.push(chunk)
    return this.#charset?.countNewlines(chunk) ?? 0
  }

  /** A surrogate that stands alone, or a NUL, makes the bytes something else than text. */
  #followUtf16(raw: Uint8Array): void {
    const little = this.#encoding === 'utf-16le' ? 0 : 1
    for (let i = 0; i + 1 < raw.length && this.#wellFormed; i += 2) {
      const unit = ((raw[i + 1 - little] as number) << 8) | (raw[i + little] as number)
      const isLow = (unit & 0xfc00) === 0xdc00
      if (isLow !== this.#highSurrogate || unit === 0) this.#wellFormed = false
      this.#highSurrogate = (unit & 0xfc00) === 0xd800
    }
  }
}

/** By the first chunk alone, so that the same bytes are the same text whatever the pieces they come in. */
function encodingOf(bytes: Uint8Array): Encoding {
  const start = bytes.subarray(0, CHUNK_BYTES)
  const promised = promisedEncoding(start)
  return promised === 'utf-8' && looksLatin1(start) ? 'latin1' : promised
}

function endsInNewline(raw: Uint8Array, encoding: Encoding): boolean {
  if (encoding === 'utf-16le') return raw.at(-2) === 10 && raw.at(-1) === 0
  if (encoding === 'utf-16be') return raw.at(-2) === 0 && raw.at(-1) === 10
  return raw.at(-1) === 10
}
