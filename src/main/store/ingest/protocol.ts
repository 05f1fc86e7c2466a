import type { Preview } from '../../policy/preview/index.ts'
import type { Rule } from '../../policy/rule.ts'
import type { BlobFacts, PackedChunks, PreparedBlob } from '../blob.ts'

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

export interface Prepared {
  readonly blob: PreparedBlob
  readonly preview: Preview
}

export interface StreamEnd {
  readonly chunks: PackedChunks
  readonly facts: BlobFacts
  readonly preview: Preview
}

/** What the ingest thread does: all the work on a content that needs neither the database nor the event loop. */
export type IngestMethods = {
  prepare(order: PrepareOrder): Prepared
  open(order: { stream: number; mime: string | null; preview: PreviewOrder }): void
  push(order: { stream: number; bytes: Uint8Array }): PackedChunks
  finish(order: { stream: number }): StreamEnd
  abandon(order: { stream: number }): void
}
