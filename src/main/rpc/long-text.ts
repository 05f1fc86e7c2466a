/** From here on a string is kept as bytes: to flatten, measure and encode it in one go would hold everybody else up. */
export const LONG_TEXT_UNITS = 4 * 1024 * 1024

/**
 * A string of JSON that is too long to be handled as one: its UTF-8, in pieces, outside of V8's heap. `JSON.stringify` writes it as the
 * string that it is. A surrogate without its partner becomes U+FFFD, as it does wherever a string is stored.
 */
export class LongText {
  readonly #pieces: Buffer[] = []
  #bytes = 0
  /** The first half of a character whose second half is still to come. */
  #half = ''

  push(piece: string): void {
    const text = this.#half + piece
    this.#half = isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.slice(-1) : ''
    this.#add(this.#half === '' ? text : text.slice(0, -1))
  }

  /** Nothing comes any more. */
  end(): this {
    this.#add(this.#half)
    this.#half = ''
    return this
  }

  get bytes(): number {
    return this.#bytes
  }

  // oxlint-disable-next-line typescript/require-await -- whoever takes the pieces in waits between them
  async *pieces(): AsyncGenerator<Uint8Array> {
    yield* this.#pieces
  }

  toString(): string {
    return Buffer.concat(this.#pieces).toString('utf8')
  }

  toJSON(): string {
    return this.toString()
  }

  #add(text: string): void {
    if (text === '') return
    const bytes = Buffer.from(text, 'utf8')
    this.#pieces.push(bytes)
    this.#bytes += bytes.length
  }
}

const isHighSurrogate = (unit: number) => (unit & 0xfc00) === 0xd800
