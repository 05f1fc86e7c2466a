import { StringDecoder } from 'node:string_decoder'
import { parseJson } from './json.ts'
import { PushParser } from './push-parser.ts'

/** Up to here `JSON.parse` over the whole text takes a few milliseconds at most, and is several times faster. */
const LARGE_BYTES = 1024 * 1024

/**
 * How much of it is made a string at a time. V8 keeps strings of over 128 KiB apart, where only a whole collection finds those that nobody
 * needs any more; and a character that is not Latin takes two bytes.
 */
const PORTION_BYTES = 32 * 1024

/** One JSON document that arrives as pieces of bytes; a large one is parsed while it arrives. */
export class JsonAssembler {
  #pieces: Buffer[] = []
  #held = 0
  #large: { parser: PushParser; decoder: StringDecoder } | null = null
  #fault: unknown = null
  readonly #longTexts: boolean

  /** @param longTexts gives very long strings as `LongText` */
  constructor(longTexts = false) {
    this.#longTexts = longTexts
  }

  push(piece: Buffer): void {
    if (this.#fault !== null) return
    this.#pieces.push(piece)
    this.#held += piece.length
    if (this.#large !== null || this.#held >= LARGE_BYTES) this.#parseHeld()
  }

  /** The value, or undefined for nothing but white space. @throws SyntaxError for what is not JSON */
  finish(): unknown {
    if (this.#large === null && this.#fault === null) {
      const text = join(this.#pieces).toString('utf8')
      return text.trim() === '' ? undefined : parseJson(text)
    }
    this.#parseHeld()
    if (this.#large === null) throw this.#fault
    return this.#large.parser.finish()
  }

  /** Malformed text is reported at its end only, because that is where the next document begins. */
  #parseHeld(): void {
    if (this.#fault !== null) return
    this.#large ??= { parser: new PushParser(this.#longTexts), decoder: new StringDecoder('utf8') }
    const pieces = this.#pieces
    this.#pieces = []
    this.#held = 0
    const { parser, decoder } = this.#large
    try {
      for (const portion of portions(pieces)) parser.push(decoder.write(portion))
    } catch (error) {
      this.#fault = error
      this.#large = null
    }
  }
}

/** Without a copy where there is only one. */
function join(pieces: readonly Buffer[]): Buffer {
  const [only] = pieces
  return pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces)
}

function* portions(pieces: readonly Buffer[]): Generator<Buffer> {
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += PORTION_BYTES) yield piece.subarray(at, at + PORTION_BYTES)
}
