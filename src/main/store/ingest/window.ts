import type { Sizes, Encoding } from '../../../shared/entry.ts'
import type { Doc } from '../../policy/preview/index.ts'
import { charsetOf } from '../text/charset.ts'
import { PIECE_BYTES } from './pieces.ts'

/** Up to here a preview looks at the whole content; beyond it, at its two ends. */
const WHOLE_BYTES = 16 * 1024 * 1024
const HEAD_BYTES = 1024 * 1024
const TAIL_BYTES = PIECE_BYTES
const MAGIC_BYTES = 4096

/** Keeps what a preview may look at while a content streams by, in copies: the bytes that are pushed are written over later. */
export class PreviewWindow {
  #head: Uint8Array[] = []
  /** The last bytes of a content that will not be looked at whole; null as long as it may be. */
  #tail: Buffer | null = null
  #bytes = 0

  /** @param bytes `PIECE_BYTES`, the last ones of a content perhaps fewer */
  push(bytes: Uint8Array): void {
    this.#bytes += bytes.length
    if (this.#bytes <= WHOLE_BYTES) {
      this.#head.push(bytes.slice())
      return
    }
    this.#tail ??= this.#keepEnds()
    this.#tail.copyWithin(0, bytes.length)
    this.#tail.set(bytes, TAIL_BYTES - bytes.length)
  }

  doc(facts: { encoding: Encoding; sizes: Sizes; sha256: string }, mime: string | null): Doc {
    const charset = charsetOf(facts.encoding)
    const start = this.#start()
    const whole = this.#tail === null
    const base = { ...facts, mime, magic: start.subarray(0, MAGIC_BYTES), whole: whole && charset !== null }
    if (!charset) return { ...base, head: '', tail: '' }
    if (this.#tail === null) return { ...base, head: charset.decode(start), tail: '' }
    return {
      ...base,
      head: charset.decode(start.subarray(0, charset.charOffset(start, charset.countChars(start) - 1))),
      tail: charset.decode(this.#tail.subarray(charset.charOffset(this.#tail, 0))),
    }
  }

  #start(): Uint8Array {
    const [first] = this.#head
    return first && this.#head.length === 1 ? first : Buffer.concat(this.#head)
  }

  /** Of all that was pushed, the first mebibyte and the last push stay. */
  #keepEnds(): Buffer {
    const last = this.#head.at(-1) ?? new Uint8Array(0)
    this.#head = this.#head.slice(0, HEAD_BYTES / PIECE_BYTES)
    const tail = Buffer.alloc(TAIL_BYTES)
    tail.set(last, TAIL_BYTES - last.length)
    return tail
  }
}
