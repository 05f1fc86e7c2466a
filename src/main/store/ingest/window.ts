import type { Sizes, Encoding } from '../../../shared/entry.ts'
import type { Doc } from '../../policy/preview/index.ts'
import { LineFeeds } from '../../policy/text/line-feeds.ts'
import { Utf8Text } from '../../policy/text/utf8-text.ts'
import { charsetOf } from '../text/charset.ts'
import { HeadSpace } from './head-space.ts'
import { PIECE_BYTES } from './pieces.ts'

/** Up to here a preview looks at the whole content; beyond it, at its two ends. */
const WHOLE_BYTES = 16 * 1024 * 1024
const HEAD_BYTES = 1024 * 1024
const TAIL_BYTES = PIECE_BYTES
const MAGIC_BYTES = 4096
const NOTHING = new Uint8Array(0)

/** Keeps what a preview may look at while a content streams by, in copies: the bytes that are pushed are written over later. */
export class PreviewWindow {
  readonly #head = new HeadSpace()
  /** To be told of all line feeds, in the order of the bytes. */
  readonly lineFeeds: LineFeeds
  /** How much may be kept while it may still turn out to be the whole. */
  readonly #wholeBytes: number
  /** The last bytes of a content that will not be looked at whole; null as long as it may be. */
  #tail: Buffer | null = null
  #bytes = 0

  /** @param expected how many bytes will come, where that is known: of what is too long nothing is kept in vain */
  constructor(expected: number | null) {
    const isLong = expected !== null && expected > WHOLE_BYTES
    this.#wholeBytes = isLong ? HEAD_BYTES : WHOLE_BYTES
    this.lineFeeds = new LineFeeds(isLong ? 0 : WHOLE_BYTES)
  }

  /** @param bytes `PIECE_BYTES`, the last ones of a content perhaps fewer */
  push(bytes: Uint8Array): void {
    this.#bytes += bytes.length
    if (this.#bytes <= this.#wholeBytes) {
      this.#head.push(bytes)
      return
    }
    this.#tail ??= this.#keepEnds()
    this.#tail.copyWithin(0, bytes.length)
    this.#tail.set(bytes, TAIL_BYTES - bytes.length)
  }

  /** What there is to preview; it is good until the window is closed. */
  doc(facts: { encoding: Encoding; sizes: Sizes; sha256: string }, mime: string | null): Doc {
    const charset = charsetOf(facts.encoding)
    const start = this.#head.bytes
    const whole = this.#tail === null
    const base = { ...facts, mime, magic: start.subarray(0, MAGIC_BYTES), whole: whole && charset !== null }
    const textOf = (bytes: Uint8Array): Utf8Text =>
      facts.encoding === 'utf-8' || !charset ? new Utf8Text(bytes) : Utf8Text.of(charset.decode(bytes))
    if (!charset) return { ...base, head: textOf(NOTHING), tail: textOf(NOTHING) }
    if (this.#tail === null) {
      const head = facts.encoding === 'utf-8' ? new Utf8Text(start, this.lineFeeds) : textOf(start)
      return { ...base, head, tail: textOf(NOTHING) }
    }
    return {
      ...base,
      head: textOf(start.subarray(0, charset.charOffset(start, charset.countChars(start) - 1))),
      tail: textOf(this.#tail.subarray(charset.charOffset(this.#tail, 0))),
    }
  }

  /** Its memory is used again. */
  close(): void {
    this.#head.giveBack()
    this.lineFeeds.giveBack()
  }

  /** Of all that was pushed, the first mebibyte and the last push stay. */
  #keepEnds(): Buffer {
    const tail = Buffer.from(this.#head.bytes.subarray(-TAIL_BYTES))
    this.#head.cut(HEAD_BYTES)
    return tail
  }
}
