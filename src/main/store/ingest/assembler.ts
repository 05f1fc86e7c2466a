import { createHash } from 'node:crypto'
import { constants, zstdCompressSync } from 'node:zlib'
import type { Encoding } from '../../../shared/entry.ts'
import { type BlobFacts, CHUNK_BYTES, type ChunkLayout, CODEC, type PackedChunks } from '../blob.ts'
import { type Charset, charsetOf, promisedEncoding, Utf8Check } from '../text/charset.ts'

/** With a checksum, so that a flipped bit is an error and not other text. */
const LEVEL_1 = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
}

/** A chunk is kept compressed only where that saves at least a tenth: reading a raw one is four times cheaper. */
const WORTH_IT = 0.9

function pack(raw: Uint8Array): { codec: number; data: Uint8Array } {
  const squeezed = zstdCompressSync(raw, LEVEL_1)
  return squeezed.length < raw.length * WORTH_IT
    ? { codec: CODEC.zstd, data: squeezed }
    : { codec: CODEC.raw, data: raw }
}

/**
 * Turns a stream of bytes into chunks with their offsets, and at its end into the facts of the whole. Memory holds one
 * unfinished chunk, whatever the size.
 */
export class BlobAssembler {
  readonly #hash = createHash('sha256')
  readonly #utf8: Utf8Check
  #charset: Charset | null = null
  #encoding: Encoding = 'utf-8'
  #pending: Uint8Array[] = []
  #pendingBytes = 0
  #bytes = 0
  #chars = 0
  #newlines = 0
  #storedBytes = 0
  #endsInNewline = false
  #wellFormed = true
  #highSurrogate = false
  readonly #asText: boolean

  /** @param asText the bytes are the UTF-8 of a string, so they are text whatever they hold. */
  constructor(asText: boolean) {
    this.#asText = asText
    this.#utf8 = new Utf8Check(asText)
  }

  /** Takes more bytes; gives back the chunks that they completed. */
  push(bytes: Uint8Array): PackedChunks {
    if (bytes.length === 0) return joinChunks([])
    if (this.#charset === null) {
      this.#encoding = this.#asText
        ? 'utf-8'
        : promisedEncoding(this.#pendingBytes === 0 ? bytes : Buffer.concat([...this.#pending, bytes]))
      if (this.#pendingBytes + bytes.length >= 4) this.#charset = charsetOf(this.#encoding)
    }
    this.#hash.update(bytes)
    this.#pending.push(bytes)
    this.#pendingBytes += bytes.length
    return this.#pendingBytes < CHUNK_BYTES ? joinChunks([]) : this.#cut(false)
  }

  /** The last chunks and what the whole turned out to be. */
  finish(): { chunks: PackedChunks; facts: BlobFacts } {
    this.#charset ??= charsetOf(this.#encoding)
    const chunks = this.#cut(true)
    const isText =
      this.#encoding === 'utf-8'
        ? this.#utf8.valid
        : this.#wellFormed && !this.#highSurrogate && this.#bytes % 2 === 0
    const lines = this.#newlines + (this.#bytes > 0 && !this.#endsInNewline ? 1 : 0)
    return {
      chunks,
      facts: {
        sha256: this.#hash.digest('hex'),
        encoding: isText ? this.#encoding : 'binary',
        sizes: { bytes: this.#bytes, chars: isText ? this.#chars : null, lines: isText ? lines : null },
        storedBytes: this.#storedBytes,
      },
    }
  }

  #cut(all: boolean): PackedChunks {
    const joined =
      this.#pending.length === 1 ? (this.#pending[0] as Uint8Array) : Buffer.concat(this.#pending)
    const end = all ? joined.length : joined.length - (joined.length % CHUNK_BYTES)
    const packed: { layout: ChunkLayout; data: Uint8Array }[] = []
    for (let at = 0; at < end; at += CHUNK_BYTES)
      packed.push(this.#chunk(joined.subarray(at, Math.min(at + CHUNK_BYTES, end))))
    const rest = joined.subarray(end)
    this.#pending = rest.length === 0 ? [] : [rest]
    this.#pendingBytes = rest.length
    return joinChunks(packed)
  }

  #chunk(raw: Uint8Array): { layout: ChunkLayout; data: Uint8Array } {
    const { codec, data } = pack(raw)
    const layout = { codec, length: data.length, charStart: this.#chars, lineStart: this.#newlines }
    const charset = this.#charset
    if (charset) {
      this.#chars += charset.countChars(raw)
      this.#newlines += charset.countNewlines(raw)
      this.#endsInNewline = endsInNewline(raw, this.#encoding)
    }
    if (this.#encoding === 'utf-8') this.#utf8.push(raw)
    else this.#followUtf16(raw)
    this.#bytes += raw.length
    this.#storedBytes += data.length
    return { layout, data }
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

function endsInNewline(raw: Uint8Array, encoding: Encoding): boolean {
  if (encoding === 'utf-16le') return raw.at(-2) === 10 && raw.at(-1) === 0
  if (encoding === 'utf-16be') return raw.at(-2) === 0 && raw.at(-1) === 10
  return raw.at(-1) === 10
}

/** One buffer for all of them, made to be transferred. */
function joinChunks(chunks: readonly { layout: ChunkLayout; data: Uint8Array }[]): PackedChunks {
  const data = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.data.length, 0))
  let at = 0
  for (const chunk of chunks) {
    data.set(chunk.data, at)
    at += chunk.data.length
  }
  return { data, layout: chunks.map((chunk) => chunk.layout) }
}
