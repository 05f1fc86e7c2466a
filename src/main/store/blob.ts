import type { Encoding, Sizes } from '../../shared/entry.ts'

/** Bytes per chunk before compression, as measured: 256 KiB makes slices three times dearer, 16 KiB the index four times larger. */
export const CHUNK_BYTES = 65_536

export const CODEC = { raw: 0, zstd: 1 } as const

/** Where one chunk lies in a packed buffer and in its content. */
export interface ChunkLayout {
  readonly codec: number
  readonly length: number
  readonly charStart: number
  readonly lineStart: number
}

/** Consecutive chunks as they will be stored, in one buffer that can be handed from thread to thread. */
export interface PackedChunks {
  readonly data: Uint8Array
  readonly layout: readonly ChunkLayout[]
}

/** What is known of a content once all of it was seen. */
export interface BlobFacts {
  readonly sha256: string
  readonly encoding: Encoding
  readonly sizes: Sizes
  readonly storedBytes: number
}

/** A content ready to be written in one go. */
export interface PreparedBlob extends BlobFacts {
  readonly chunks: PackedChunks
}

/** A content whose chunks were written while it streamed in. */
export interface StagedBlob extends BlobFacts {
  /** The row that holds them. */
  readonly staged: number
}
