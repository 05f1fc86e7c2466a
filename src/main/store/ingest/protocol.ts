import type { Preview } from '../../policy/preview/index.ts'
import type { Rule } from '../../policy/rule.ts'
import type { TokenCount } from '../../policy/tokens/count.ts'
import type { TextSample } from '../../policy/tokens/sample.ts'
import type { BlobFacts, PackedChunks, PreparedBlob, StagedBlob } from '../blob.ts'
import type { ChunkStart } from './measure.ts'
import type { Pack } from './pack.ts'

export interface PreviewOrder {
  readonly style: Rule['previewStyle']
  /** For the reference and the preview together. */
  readonly tokens: number
  /** The name that the reference will say; null where there will be no reference. */
  readonly name: string | null
}

export interface PrepareOrder {
  readonly bytes: Uint8Array
  readonly mime: string | null
  /** The bytes are the UTF-8 of a string. */
  readonly asText: boolean
  readonly preview: PreviewOrder
}

export interface StreamOrder {
  readonly body: AsyncIterable<Uint8Array>
  /** The bytes are the UTF-8 of a string. */
  readonly asText?: boolean
  /** How long the body is, where that is known before it comes. */
  readonly expected?: number
  readonly mime: string | null
  /** Needed at the end of the body only. */
  readonly preview: PreviewOrder | Promise<PreviewOrder>
  readonly at: number
}

export interface Prepared {
  readonly blob: PreparedBlob
  readonly preview: Preview
}

export interface TakenIn {
  readonly blob: PreparedBlob | StagedBlob
  readonly preview: Preview
  /** Where its tokens can be counted from; null where that needs a look at what was stored. */
  readonly sample: TextSample | null
}

export interface StreamEnd {
  readonly facts: Omit<BlobFacts, 'storedBytes'>
  readonly preview: Preview
  readonly sample: TextSample | null
}

/** What was found out about a content that came in one piece. */
export interface Whole extends StreamEnd {
  readonly chunks: PackedChunks
}

/**
 * What the ingest thread does: it looks at contents. A stream begins with its first push; pushes and the finish are sent without
 * waiting for answers between. The bytes of a push are shared memory and may be written over once it is answered.
 */
export type IngestMethods = {
  /** All of a content of one chunk: one message, where a stream and its packing take four. */
  take(order: { bytes: Uint8Array; asText: boolean; mime: string | null; preview: PreviewOrder }): Whole
  push(order: { stream: number; asText: boolean; expected: number | null; bytes: Uint8Array }): ChunkStart[]
  finish(order: { stream: number; mime: string | null; preview: PreviewOrder }): StreamEnd
  abandon(order: { stream: number }): void
  /** Works once for nobody: the tokenizer is read then, and the code compiled. */
  wake(order: null): void
  /** The tokens of some texts together, for each, when nothing else is to do. */
  countEach(each: readonly (readonly TextSample[])[]): Promise<TokenCount[]>
}

/** What the packing thread does beside it, at the same time and on the same bytes. */
export type PackMethods = { pack(bytes: Uint8Array): Pack }
