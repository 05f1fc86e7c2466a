import { constants, zstdCompressSync } from 'node:zlib'
import { free } from '../../threads/free.ts'
import { CHUNK_BYTES, CODEC } from '../blob.ts'

/** What pays fits into half a chunk mostly; a buffer of that size is taken for each chunk. */
const ROOM_BYTES = CHUNK_BYTES / 2

/** With a checksum, so that a flipped bit is an error and not other text. */
const LEVEL_1 = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
  chunkSize: ROOM_BYTES,
}

/** A chunk is kept compressed only where that saves at least a tenth: reading a raw one is four times cheaper. */
const WORTH_IT = 0.9

export interface PackedChunk {
  readonly codec: number
  readonly length: number
}

/** Chunks as they will be stored, one after the other in one buffer. */
export interface Pack {
  readonly data: Uint8Array<ArrayBuffer>
  readonly chunks: readonly PackedChunk[]
}

/** Cuts bytes into chunks and compresses each where it pays. */
export function pack(bytes: Uint8Array): Pack {
  const packed: { codec: number; data: Uint8Array }[] = []
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    packed.push(packChunk(bytes.subarray(at, at + CHUNK_BYTES)))
  const chunks = packed.map(({ codec, data: { length } }) => ({ codec, length }))
  const data = new Uint8Array(packed.reduce((sum, chunk) => sum + chunk.data.length, 0))
  let at = 0
  for (const chunk of packed) {
    data.set(chunk.data, at)
    at += chunk.data.length
    // What did not fit has been put together in a buffer of its own; all else lies in the room that was taken for it.
    if (chunk.codec !== CODEC.raw && chunk.data.buffer.byteLength === ROOM_BYTES)
      free(new Uint8Array(chunk.data.buffer))
  }
  return { data, chunks }
}

function packChunk(raw: Uint8Array): { codec: number; data: Uint8Array } {
  const squeezed = zstdCompressSync(raw, { ...LEVEL_1, pledgedSrcSize: raw.length })
  return squeezed.length < raw.length * WORTH_IT
    ? { codec: CODEC.zstd, data: squeezed }
    : { codec: CODEC.raw, data: raw }
}
