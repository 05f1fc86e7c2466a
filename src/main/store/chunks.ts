import { zstdDecompressSync } from 'node:zlib'
import { reasonOf, SpillwayError } from '../../shared/errors.ts'
import { CHUNK_BYTES, CODEC } from './blob.ts'

/**
 * The bytes of a stored chunk.
 * @throws SpillwayError `internal` where the row is damaged; a chunk that claims more than a chunk may hold is damage too.
 */
export function unpack(codec: number, data: Uint8Array): Uint8Array {
  if (codec === CODEC.raw) return data
  if (codec !== CODEC.zstd)
    throw new SpillwayError('internal', `A stored chunk has the unknown codec ${codec}.`)
  try {
    return zstdDecompressSync(data, { maxOutputLength: CHUNK_BYTES })
  } catch (error) {
    throw new SpillwayError('internal', `A stored chunk is damaged: ${reasonOf(error)}`)
  }
}
