import type { ContentKind, Encoding, Sizes } from '../../../shared/entry.ts'
import type { ReadParams } from '../../../shared/reading.ts'
import type { Utf8Text } from '../text/utf8-text.ts'

/** What a preview is made from. */
export interface Doc {
  readonly sizes: Sizes
  readonly encoding: Encoding
  /** What the tool said; sniffing decides. */
  readonly mime: string | null
  readonly sha256: string
  /** The first bytes, up to 4 KiB. */
  readonly magic: Uint8Array
  /** The whole text, or, where `whole` is false, its first stretch: in UTF-8, whatever the encoding of the content. */
  readonly head: Utf8Text
  /** The last stretch of a text that is not whole, else empty. */
  readonly tail: Utf8Text
  readonly whole: boolean
}

/** What an agent sees of an entry beside its reference. */
export interface Preview {
  readonly kind: ContentKind
  /** Sniffed from the content where it tells, else what the tool said. */
  readonly mime: string | null
  readonly text: string
  /** What `text` leaves out, exactly; lines that are not shown whole count. */
  readonly omitted: Sizes
  /** The characters (code points) that `text` shows verbatim, half-open, in order. */
  readonly spans: [number, number][]
  /** The read that goes on best from here, without the id. */
  readonly next?: ReadParams
}

/** A stretch of a doc's `head` or `tail` that a preview shows verbatim, in bytes of them, half-open. */
export interface Shown {
  readonly from: 'head' | 'tail'
  readonly start: number
  readonly end: number
}

/** A preview before its figures: the text and which stretches of the doc are verbatim in it. */
export interface Rendered {
  readonly text: string
  readonly shown: readonly Shown[]
  readonly next?: ReadParams
}
