import { StringDecoder } from 'node:string_decoder'
import { parseJson } from './json.ts'
import { PushParser } from './push-parser.ts'

/** Up to here `JSON.parse` over the whole text takes a few milliseconds at most, and is several times faster. */
const LARGE_BYTES = 1024 * 1024

/** A large document is parsed in steps that leave the event loop its turn. */
const STEP_BYTES = 64 * 1024
/**
 * Inside a long string they can be larger, and should be: the collector leaves large strings where they are,
 * instead of copying them from one generation to the next.
 */
const STRING_STEP_BYTES = 512 * 1024

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
    if (this.#held >= this.#step) this.#parseHeld()
  }

  get #step(): number {
    if (this.#large === null) return LARGE_BYTES
    return this.#large.parser.insideString ? STRING_STEP_BYTES : STEP_BYTES
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
    const bytes = join(this.#pieces)
    this.#pieces = []
    this.#held = 0
    try {
      this.#large.parser.push(this.#large.decoder.write(bytes))
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
