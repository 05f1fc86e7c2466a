import type { Sizes, Encoding } from '../../../shared/entry.ts'
import type { Doc } from '../../policy/preview/index.ts'
import { charsetOf } from '../text/charset.ts'

/** Up to here a preview looks at the whole content; beyond it, at its two ends. */
const WHOLE_BYTES = 32 * 1024 * 1024
const HEAD_BYTES = 1024 * 1024
const TAIL_BYTES = 256 * 1024
const MAGIC_BYTES = 4096

/** Keeps what a preview may look at while a content streams by. */
export class PreviewWindow {
  #head: Uint8Array[] = []
  #headBytes = 0
  #tail: Uint8Array = new Uint8Array(0)

  push(bytes: Uint8Array): void {
    if (this.#headBytes < WHOLE_BYTES) {
      const taken = bytes.subarray(0, WHOLE_BYTES - this.#headBytes)
      this.#head.push(taken)
      this.#headBytes += taken.length
    }
    this.#tail =
      bytes.length >= TAIL_BYTES
        ? bytes.slice(bytes.length - TAIL_BYTES)
        : Buffer.concat([
            this.#tail.subarray(Math.max(0, this.#tail.length + bytes.length - TAIL_BYTES)),
            bytes,
          ])
  }

  doc(facts: { encoding: Encoding; sizes: Sizes; sha256: string }, mime: string | null): Doc {
    const charset = charsetOf(facts.encoding)
    const whole = facts.sizes.bytes <= WHOLE_BYTES
    const start = this.#head.length === 1 ? (this.#head[0] as Uint8Array) : Buffer.concat(this.#head)
    const base = { ...facts, mime, magic: start.subarray(0, MAGIC_BYTES), whole: whole && charset !== null }
    if (!charset) return { ...base, head: '', tail: '' }
    if (whole) return { ...base, head: charset.decode(start), tail: '' }
    const head = start.subarray(0, HEAD_BYTES)
    return {
      ...base,
      head: charset.decode(head.subarray(0, charset.charOffset(head, charset.countChars(head) - 1))),
      tail: charset.decode(this.#tail.subarray(charset.charOffset(this.#tail, 0))),
    }
  }
}
