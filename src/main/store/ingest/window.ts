import type { Sizes, Encoding } from '../../../shared/entry.ts'
import type { Doc } from '../../policy/preview/index.ts'
import { charsetOf } from '../text/charset.ts'

/** Up to here a preview looks at the whole content; beyond it, at its two ends. */
const WHOLE_BYTES = 32 * 1024 * 1024
const HEAD_BYTES = 1024 * 1024
const TAIL_BYTES = 256 * 1024
const MAGIC_BYTES = 4096

/** Keeps what a preview may look at while a content streams by, in copies: the bytes that are pushed are written over later. */
export class PreviewWindow {
  #head: Buffer = Buffer.alloc(0)
  #headBytes = 0
  #tail: Uint8Array = new Uint8Array(0)
  #bytes = 0

  push(bytes: Uint8Array): void {
    this.#bytes += bytes.length
    if (this.#bytes <= WHOLE_BYTES) return this.#append(bytes)
    if (this.#headBytes > HEAD_BYTES) {
      // It will not be looked at whole, so only its ends are kept.
      this.#tail = Buffer.from(
        this.#head.subarray(Math.max(0, this.#headBytes - TAIL_BYTES), this.#headBytes),
      )
      this.#head = Buffer.from(this.#head.subarray(0, HEAD_BYTES))
      this.#headBytes = HEAD_BYTES
    }
    this.#tail =
      bytes.length >= TAIL_BYTES
        ? Buffer.from(bytes.subarray(bytes.length - TAIL_BYTES))
        : Buffer.concat([
            this.#tail.subarray(Math.max(0, this.#tail.length + bytes.length - TAIL_BYTES)),
            bytes,
          ])
  }

  doc(facts: { encoding: Encoding; sizes: Sizes; sha256: string }, mime: string | null): Doc {
    const charset = charsetOf(facts.encoding)
    const whole = facts.sizes.bytes <= WHOLE_BYTES
    const start = this.#head.subarray(0, this.#headBytes)
    const base = { ...facts, mime, magic: start.subarray(0, MAGIC_BYTES), whole: whole && charset !== null }
    if (!charset) return { ...base, head: '', tail: '' }
    if (whole) return { ...base, head: charset.decode(start), tail: '' }
    return {
      ...base,
      head: charset.decode(start.subarray(0, charset.charOffset(start, charset.countChars(start) - 1))),
      tail: charset.decode(this.#tail.subarray(charset.charOffset(this.#tail, 0))),
    }
  }

  #append(bytes: Uint8Array): void {
    const needed = this.#headBytes + bytes.length
    if (needed > this.#head.length) {
      const grown = Buffer.allocUnsafeSlow(Math.min(WHOLE_BYTES, Math.max(needed, 2 * this.#head.length)))
      this.#head.copy(grown, 0, 0, this.#headBytes)
      this.#head = grown
    }
    this.#head.set(bytes, this.#headBytes)
    this.#headBytes = needed
  }
}
